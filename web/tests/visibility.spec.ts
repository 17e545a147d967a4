/**
 * Every question of every game: all that can be chosen is on the screen, within reach, and not covered. A short walk here; the
 * long one is `make visibility`.
 */
import { dice, expect, GAMES, test, type GameId, type Person } from "./fixtures";
import { answer, DESKTOP, faults, inList, PHONE, question, type Size } from "./visibility";

const WANTED = Number(process.env["VISIBILITY"] ?? 10);
const SEATS: Record<GameId, number> = { rise: 3, new_angeles: 4, fifty_first_state: 3, twentieth_century: 3 };

async function arriveAt(arrive: (options: object) => Promise<Person>, size: Size): Promise<Person> {
  const viewport = { width: size.width, height: size.height };
  return arrive({ viewport, ...(size === PHONE ? { hasTouch: true } : {}) });
}

for (const game of GAMES)
  for (const size of [DESKTOP, PHONE])
    test(`${game}, ${size.name}: everything that can be chosen is on the screen`, async ({ arrive }, info) => {
      test.setTimeout(WANTED * 4000 + 60_000);
      const anna = await arriveAt(arrive, size);
      const choose = dice(size.width + game.length);
      const seen = new Set<string>();
      const found = new Map<string, string>();
      const kinds = new Map<string, [asked: number, listed: number, moves: number]>();
      let id = "";
      let last = null as Awaited<ReturnType<typeof question>>;
      while (seen.size < WANTED) {
        if (!last) id = await anna.sit(game, ["me", ...Array<string>(SEATS[game] - 1).fill("bot:easy")]);
        last = await question(anna, id);
        if (!last) continue;
        const what = `${last.kind} ${JSON.stringify(last.data)} ${last.moves.join()}`;
        if (!seen.has(what)) {
          seen.add(what);
          const { wrong, listed } = await faults(anna.page, last, size);
          for (const fault of wrong) {
            if (found.has(`${last.kind}: ${fault}`)) continue;
            found.set(`${last.kind}: ${fault}`, "");
            if (process.env["VISIBILITY_PICTURES"])
              await anna.page.screenshot({ path: info.outputPath(`${found.size}.png`) });
          }
          const [n, away, moves] = kinds.get(last.kind) ?? [0, 0, 0];
          kinds.set(last.kind, [n + 1, away + listed.length, moves + last.moves.length]);
          if (listed.length && process.env["VISIBILITY_PICTURES"] && !away)
            await anna.page.screenshot({ path: info.outputPath(`listed-${last.kind}.png`) });
        }
        await answer(anna, id, last, last.moves[choose(last.moves.length)]!);
      }
      const sum = (at: 1 | 2): number => [...kinds.values()].reduce((all, one) => all + one[at], 0);
      console.log(`${game} ${size.name}: ${seen.size} questions, ${sum(2)} moves, ${sum(1)} of them only in the list`);
      if (process.env["VISIBILITY"])
        for (const [kind, [n, away, moves]] of kinds)
          console.log(`  ${kind}: ${n} asked, ${away} of ${moves} listed only`);
      // RISE on the phone: some moves beside a track have no preview; the cause is not known yet. `make visibility` fails for it.
      const known = game === "rise" && size.name === "phone" && !process.env["VISIBILITY"];
      const wrong = [...found.keys()].filter(
        (fault) => !(known && fault.endsWith(": no preview of what is pointed at")),
      );
      if (wrong.length < found.size) console.log(`  known faults: ${[...found.keys()].join("; ")}`);
      expect(wrong).toEqual([]);
    });

test("the check sees a target that is covered and a bar that is too tall", async ({ arrive }) => {
  const anna = await arriveAt(arrive, DESKTOP);
  const asked = (await question(anna, await anna.sit("rise")))!;
  expect(await faults(anna.page, asked, DESKTOP)).toEqual({ wrong: [], listed: [] });
  await anna.page.evaluate((move) => {
    const rect = document.querySelector(`main [data-move="${move}"]`)!.getBoundingClientRect();
    const lid = document.body.appendChild(document.createElement("div"));
    lid.id = "lid";
    lid.style.cssText = `position:fixed;z-index:99;left:${rect.left}px;top:${rect.top}px;width:${rect.width}px;height:${rect.height}px`;
  }, asked.moves[1]!);
  expect((await faults(anna.page, asked, DESKTOP)).listed).toEqual([asked.moves[1]]);
  // Neither the board nor the list: now it is a fault.
  await anna.page.evaluate(() => {
    Object.assign(document.getElementById("lid")!.style, { inset: "0", width: "auto", height: "auto" });
  });
  await anna.page.evaluate(() => document.querySelector<HTMLElement>(".bar .fold")!.click());
  expect(await anna.page.evaluate(inList, asked.moves)).toHaveLength(asked.moves.length);
  await anna.page.evaluate(() => document.querySelector<HTMLElement>(".bar .fold")!.click());
  await anna.page.evaluate(() => document.getElementById("lid")!.remove());
  await anna.page.evaluate(() => (document.querySelector<HTMLElement>(".bar")!.style.minHeight = "30vh"));
  expect((await faults(anna.page, asked, DESKTOP)).wrong.join()).toContain("the bar takes 30 %");
});
