/** A table on the server: its view pushed to us, our tentative turn in front of it. */
import { get, post, Refused } from "./api";
import { settings } from "./settings.svelte";
import type { Glass, Table } from "./table.svelte";
import { Texts } from "./texts.svelte";
import type { Decision, GameEvent, GameId, Preview, Refusal, SeatInfo, TableInfo, View } from "./types";

/** A line of the log: an event with the version it came by. */
export interface LogLine extends GameEvent {
  version: number;
}

export interface ChatLine {
  version: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

interface Shown {
  table?: TableInfo;
  version: number;
  seat: number | null;
  events: GameEvent[];
  view: View;
}

/** A reason shown beside the element that was asked about. */
export interface Answer {
  refusal: Refusal;
  at: Element | null;
}

export class LiveTable implements Table {
  info = $state.raw<TableInfo>()!;
  /** The position on the server. */
  base = $state.raw<View>()!;
  /** Moves made here and not yet sent; they can be taken back one by one. */
  plan = $state.raw<string[]>([]);
  /** What the plan leads to. */
  #ahead = $state.raw<Preview | null>(null);
  glass = $state.raw<Glass | null>(null);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  answer = $state.raw<Answer | null>(null);
  choice = $state.raw<{ moves: string[]; at: Element } | null>(null);
  connected = $state(true);
  sending = $state(false);
  version = 0;
  texts: Texts;
  #socket: WebSocket | null = null;
  #closed = false;
  #tries = 0;
  #glassFor: string | null = null;
  #looked = new Map<string, Promise<Preview>>();

  private constructor(
    readonly id: string,
    shown: Shown,
    private readonly wanted: number | null,
  ) {
    this.info = shown.table!;
    this.texts = new Texts(this.info.game, (seat) => this.info.seats[seat]?.name ?? `${seat + 1}`, id);
    this.#show(shown);
  }

  static async open(id: string, seat: number | null = null): Promise<LiveTable> {
    const query = seat === null ? "" : `?seat=${seat}`;
    const table = new LiveTable(id, await get<Shown>(`/tables/${id}${query}`), seat);
    await table.texts.ready();
    table.#connect();
    return table;
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  // --- what boards read --------------------------------------------------------------------------

  get game(): GameId {
    return this.info.game;
  }
  get view(): View {
    return this.#ahead?.view ?? this.base;
  }
  get me(): number | null {
    return this.base.you;
  }
  get seats(): readonly SeatInfo[] {
    return this.info.seats;
  }
  /** The question asked now; none where the plan is finished or its next step lies in the dark. */
  get decision(): Decision | null {
    return this.ready ? null : this.view.decision;
  }
  readonly moves: ReadonlySet<string> = $derived(
    new Set([...(this.decision?.moves ?? []), ...(this.plan.length ? [] : this.base.free)]),
  );
  /** The tentative turn can only be sent (or taken back) now. */
  get ready(): boolean {
    return this.plan.length > 0 && (this.#ahead === null || this.#ahead.stopped || this.#ahead.view.decision === null);
  }
  /** Sending it reveals something, so that it cannot be taken back. */
  get reveals(): boolean {
    return this.#ahead?.stopped ?? false;
  }
  /** What the plan does, as sentences. */
  get ahead(): GameEvent[] {
    return this.#ahead?.events ?? [];
  }

  // --- what boards ask ----------------------------------------------------------------------------

  pick(...moves: string[]): void {
    this.choice = this.answer = null;
    void this.#extend(moves);
  }

  /** Take the last tentative move back. */
  back(): void {
    void this.#plan(this.plan.slice(0, -1));
  }

  clear(): void {
    void this.#plan([]);
  }

  hover(move: string | null): void {
    this.#glassFor = move;
    if (move === null) this.glass = null;
    else void this.#look(move);
  }

  offer(moves: string[], at: Element): void {
    this.answer = null;
    this.choice = { moves, at };
  }

  whyNot(move: string, at: Element): void {
    this.choice = null;
    post<Refusal & { legal: boolean }>(`/tables/${this.id}/why`, { move, ...this.#seat() })
      .then((told) => (this.answer = told.legal ? null : { refusal: told, at }))
      .catch((error: unknown) => this.#refused(error, at));
  }

  // --- the tentative turn ------------------------------------------------------------------------

  /** A free move (a trade, a promise) goes out at once, with what it makes possible; an answer joins the plan. */
  async #extend(moves: string[]): Promise<void> {
    const first = moves[0] ?? "";
    const free = this.plan.length === 0 && this.base.free.includes(first) && !this.base.decision?.moves.includes(first);
    if (free) await this.#send(moves, null);
    else await this.#plan([...this.plan, ...moves]);
  }

  async #plan(moves: string[]): Promise<void> {
    this.glass = null;
    if (moves.length === 0) {
      this.plan = [];
      this.#ahead = null;
      return;
    }
    try {
      const ahead = await this.#preview(moves);
      this.plan = moves;
      this.#ahead = ahead;
      if (settings.quick && this.ready) await this.send();
    } catch (error) {
      this.#refused(error, null);
    }
  }

  /** Send the tentative turn: all of it or nothing. */
  async send(): Promise<void> {
    await this.#send(this.plan, this.base.decision?.id ?? null);
  }

  async #send(moves: string[], decision: string | null): Promise<void> {
    if (this.sending || moves.length === 0) return;
    this.sending = true;
    const key = crypto.randomUUID();
    try {
      const body = { moves, key, ...(decision === null ? {} : { decision }), ...this.#seat() };
      const shown = await this.#patiently(() => post<Shown>(`/tables/${this.id}/moves`, body));
      this.#hear(shown);
    } catch (error) {
      this.#refused(error, null);
    } finally {
      this.plan = [];
      this.#ahead = null;
      this.sending = false;
    }
  }

  /** The same key makes a request that was cut off safe to repeat. */
  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (let i = 0; ; i++) {
      try {
        return await ask();
      } catch (error) {
        if (error instanceof Refused || i === 5) throw error;
        await new Promise((done) => setTimeout(done, 300 * 2 ** i));
      }
    }
  }

  async undo(): Promise<void> {
    if (this.plan.length) return this.back();
    try {
      this.#show(await post<Shown>(`/tables/${this.id}/undo`, this.#seat()));
    } catch (error) {
      this.#refused(error, null);
    }
  }

  #preview(moves: string[]): Promise<Preview> {
    const key = `${this.version}:${moves.join(";")}`;
    let found = this.#looked.get(key);
    if (!found) {
      if (this.#looked.size > 200) this.#looked.clear();
      found = post<Preview>(`/tables/${this.id}/preview`, { moves, ...this.#seat() });
      found.catch(() => this.#looked.delete(key));
      this.#looked.set(key, found);
    }
    return found;
  }

  async #look(move: string): Promise<void> {
    await new Promise((done) => setTimeout(done, 60));
    if (this.#glassFor !== move || !this.moves.has(move)) return;
    const moves = [...this.plan, move];
    try {
      const seen = await this.#preview(moves);
      if (this.#glassFor === move) {
        const known = this.#ahead?.events.length ?? 0;
        this.glass = { move, events: seen.events.slice(known), view: seen.view, stopped: seen.stopped };
      }
    } catch {
      // What cannot be foreseen is not shown; playing the move tells why.
    }
  }

  #seat(): { seat?: number } {
    return this.wanted === null ? {} : { seat: this.wanted };
  }

  #refused(error: unknown, at: Element | null): void {
    if (error instanceof Refused) this.answer = { refusal: error.refusal, at };
    else this.connected = false;
  }

  // --- what the server tells ----------------------------------------------------------------------

  #show(shown: Shown): void {
    if (shown.table) this.info = shown.table;
    this.version = Math.max(this.version, shown.version);
    this.base = shown.view;
    if (shown.events.length) {
      this.log = [...this.log, ...shown.events.map((event) => ({ ...event, version: shown.version }))];
    }
    this.#looked.clear();
  }

  /** A push or an answer; the same version comes both ways and is shown once. */
  #hear(shown: Shown): void {
    if (shown.version <= this.version) return;
    const asked = this.base.decision?.id;
    this.#show(shown);
    if (this.base.decision?.id !== asked) {
      this.plan = [];
      this.#ahead = null;
      this.glass = null;
    } else if (this.plan.length) void this.#plan(this.plan);
  }

  #connect(): void {
    const address = new URL(`/api/tables/${this.id}/live`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("version", String(this.version));
    if (this.wanted !== null) address.searchParams.set("seat", String(this.wanted));
    const socket = (this.#socket = new WebSocket(address));
    socket.onopen = () => {
      this.connected = true;
      this.#tries = 0;
    };
    socket.onmessage = (message: MessageEvent<string>) => this.#receive(JSON.parse(message.data));
    socket.onclose = () => {
      if (this.#closed) return;
      this.connected = false;
      setTimeout(() => this.#connect(), Math.min(10_000, 300 * 2 ** this.#tries++));
    };
  }

  #receive(message: { type: string } & Record<string, unknown>): void {
    if (message.type === "view") this.#hear(message as unknown as Shown);
    else if (message.type === "presence") this.info = message["table"] as TableInfo;
    else if (message.type === "chat") {
      const line = message as unknown as ChatLine;
      if (!this.chat.some((old) => old.version === line.version)) this.chat = [...this.chat, line];
    }
  }
}
