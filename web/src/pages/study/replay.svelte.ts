/** The replay of a finished game: frames around the current position are fetched and cached. */
import { get } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import { StudyTable } from "./table.svelte";
import type { ReplayAbout, ReplayFrame } from "./types";

const CHUNK = 24;

export class Replay {
  about = $state.raw<ReplayAbout>()!;
  place = $state(0);
  /** A seat's number, `all` or `none`. */
  seat = $state("all");
  frame = $state.raw<ReplayFrame>()!;
  table = $state.raw<StudyTable>()!;
  #kept = new Map<string, ReplayFrame>();
  #loading = new Map<string, Promise<void>>();

  private constructor(readonly id: string) {}

  static async open(id: string, place: number | null, seat: string): Promise<Replay> {
    const replay = new Replay(id);
    replay.about = await get("/study/replays/{source}", { path: { source: id } });
    replay.seat = /^\d$/.test(seat) && Number(seat) >= replay.about.players ? "all" : seat;
    const first = Math.max(0, Math.min(place ?? 0, replay.about.last));
    const frame = await replay.#get(first);
    const own = id.startsWith("upload-") ? undefined : id;
    replay.table = await StudyTable.open(replay.about.game, frame, replay.about.names, own);
    replay.#show(frame);
    return replay;
  }

  get last(): number {
    return this.about.last;
  }

  /** Go to a place; while it is fetched, a later wish overtakes it. */
  async go(place: number): Promise<void> {
    this.place = Math.max(0, Math.min(place, this.last));
    await this.refresh();
  }

  async look(seat: string): Promise<void> {
    this.seat = seat;
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const [place, seat] = [this.place, this.seat];
    const frame = await this.#get(place);
    if (place !== this.place || seat !== this.seat) return;
    if (this.table.texts.lang !== settings.lang) await this.table.texts.ready(settings.lang);
    this.#show(frame);
    // What lies ahead and behind is fetched before it is asked for.
    for (const near of [place + CHUNK / 2, place - CHUNK / 2]) void this.#get(near).catch(() => undefined);
  }

  #show(frame: ReplayFrame): void {
    this.place = frame.place;
    this.frame = frame;
    this.table.show(frame);
  }

  #key = (place: number): string => `${settings.lang}/${this.seat}/${place}`;

  async #get(wanted: number): Promise<ReplayFrame> {
    const place = Math.max(0, Math.min(wanted, this.last));
    const key = this.#key(place);
    if (!this.#kept.has(key)) await this.#load(Math.floor(place / CHUNK) * CHUNK);
    return this.#kept.get(key)!;
  }

  #load(first: number): Promise<void> {
    const key = this.#key(first);
    let found = this.#loading.get(key);
    if (!found) {
      const [seat, lang] = [this.seat, settings.lang];
      const query = { first, last: first + CHUNK - 1, seat, lang };
      found = get("/study/replays/{source}/frames", { path: { source: this.id }, query }).then((frames) => {
        for (const frame of frames) this.#kept.set(`${lang}/${seat}/${frame.place}`, frame);
      });
      found.catch(() => this.#loading.delete(key));
      this.#loading.set(key, found);
    }
    return found;
  }
}
