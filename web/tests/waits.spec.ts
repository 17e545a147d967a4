/** How long a person waits for normal bots between two own decisions, with motion on: `make waits`. */
import { dice, expect as soon, FEWEST, GAMES, test } from "./fixtures";

const expect = soon.configure({ timeout: 60_000 });
test.describe.configure({ timeout: 240_000 });
const MOVING = { reducedMotion: "no-preference" } as const;

const WAITS = Number(process.env.WAITS ?? 0);
for (const game of GAMES) {
  test(`with normal bots the next own decision of ${game} comes soon`, async ({ arrive }) => {
    const anna = await arrive(MOVING);
    await anna.sit(game, ["me", ...Array<string>(FEWEST[game] - 1).fill("bot:normal")]);
    const [choose, waits] = [dice(5), [] as number[]];
    while (waits.length < WAITS && (await anna.asked())) {
      const [ply, before] = [await anna.stand("ply"), Date.now()];
      if (!(await anna.step(choose))) break;
      if (!(await anna.asked())) break;
      if ((await anna.stand("ply")) !== ply) waits.push(Date.now() - before);
    }
    waits.sort((a, b) => a - b);
    const median = waits[Math.floor(waits.length / 2)]!;
    console.log(
      `${game}: ${waits.length} waits, median ${median} ms, 90 % ${waits[Math.floor(waits.length * 0.9)]} ms`,
    );
    expect(median).toBeLessThan(2000);
  });
}
