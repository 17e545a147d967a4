/** A table on the server: its view, updated over a socket, with the viewer's tentative turn applied to it. */
import { Foresight, type Place } from "./ahead";
import { get, patiently, post, Refused } from "./api";
import { callTable, type Answered, type Call, type Told } from "./calls";
import { moments } from "./games.svelte";
import { Remains } from "./left.svelte";
import { Lens } from "./lens.svelte";
import { apart } from "./messages";
import { Pacing } from "./pacing.svelte";
import { Pushes } from "./pushes";
import { shownSeats } from "./seats";
import { pace, settings } from "./settings.svelte";
import { Line, liveAddress } from "./socket";
import type { Answer, Glass, Table } from "./table.svelte";
import { Texts } from "./texts.svelte";
import { tellWhy } from "./why";
import type { Sentences, ServerMessage } from "../wire/api";
import type {
  ChatLine,
  Decision,
  GameEvent,
  GameId,
  Left,
  LogLine,
  Preview,
  Problem,
  SeatInfo,
  Seen,
  Shown,
  TableInfo,
  View,
} from "./types";

/** How long after a push a prepared turn is looked for: by then the server has played or dropped it. */
const SOON = 300;

export class LiveTable implements Table {
  info = $state.raw<TableInfo>()!;
  /** The position on the server, as far as it was shown. */
  base = $state.raw<View>()!;
  /** Moves made here and not yet sent; they can be taken back one by one. */
  plan = $state.raw<string[]>([]);
  /** The length of the plan before each step that was chosen; steps that left no choice came with it. */
  #chosen: number[] = [];
  /** The move that takes nothing, if the present question has one. */
  declines = $state.raw<string | null>(null);
  /** What the plan leads to. */
  #ahead = $state.raw<Preview | null>(null);
  /** The plan is for the next own turn, on a sampled copy in which the others have gone on. */
  planning = $state(false);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  answer = $state.raw<Answer | null>(null);
  choice = $state.raw<{ moves: string[]; at: Element } | null>(null);
  connected = $state(true);
  /** Why the table cannot be used any more. */
  apart = $state("");
  sending = $state(false);
  /** What happened in the step that was shown last. */
  news = $state.raw<GameEvent[]>([]);
  /** How many events came while the connection was lost. */
  missed = $state(0);
  /** The move a bot advises. */
  advice = $state.raw<string | null>(null);
  adviceWhy = $state("");
  /** Where the game stood before the own last move, to ask the others to go back there. */
  ownPly: number | null = null;
  version = $state(0);
  texts: Texts;
  #line: Line | null = null;
  #lens = new Lens((move) => this.#foresee(move));
  #foresight: Foresight;
  /** The request on its way. */
  #sent: Promise<void> = Promise.resolve();
  #pushes = new Pushes(() => this.#line?.send({ type: "whole" }));
  /** What happens is shown at the pace of the person who looks. */
  readonly pacing = new Pacing(
    (shown) => this.#reveal(shown),
    pace,
    () => moments(this.game),
  );
  #remains = new Remains(
    () => LiveTable.#shown(this.id, this.version, this.wanted),
    async (move) => (this.base.to_act.includes(this.me ?? -1) ? this.#foresight.why(move, [], this.place) : null), // else the turn is over
  );
  #lost = false;

  private constructor(
    readonly id: string,
    shown: Shown,
    readonly wanted: number | null,
  ) {
    this.info = shown.table;
    this.texts = new Texts(this.info.game, (seat) => this.seats[seat]?.name ?? `${seat + 1}`, id);
    this.chat = shown.chat;
    this.#foresight = new Foresight(id, this.seat());
    this.#show(shown);
    void this.#remains.note(shown.left);
  }

  /** `seat` names one of several own seats (a hot seat). */
  static async open(id: string, seat: number | null = null): Promise<LiveTable> {
    const table = new LiveTable(id, await LiveTable.#shown(id, 0, seat), seat);
    await Promise.all([table.texts.ready(), table.reword()]);
    table.#connect();
    return table;
  }

  static #shown(id: string, since: number, seat: number | null): Promise<Shown> {
    return get("/tables/{table_id}", { path: { table_id: id }, query: { since, seat } });
  }

  close(): void {
    this.#remains.close();
    this.pacing.close();
    this.#line?.close();
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
  get glass(): Glass | null {
    return this.#lens.glass;
  }
  /** What the own seat has left with the server. */
  get left(): Left {
    return this.#remains.left;
  }
  set left(left: Left) {
    this.#remains.left = left;
  }
  get droppedWhy(): Problem | null {
    return this.#remains.droppedWhy;
  }
  readonly seats: readonly SeatInfo[] = $derived(shownSeats(this.info.seats));
  /** The question asked now; none where the plan is finished or its next step lies in the dark. */
  get decision(): Decision | null {
    return this.ready ? null : this.view.decision;
  }
  readonly moves: ReadonlySet<string> = $derived(
    new Set([...(this.decision?.moves ?? []), ...(this.planning ? [] : this.base.free)]),
  );
  /** The tentative turn can only be sent (or taken back) now. */
  get ready(): boolean {
    return this.plan.length > 0 && (this.#ahead === null || this.#ahead.stopped || this.#ahead.view.decision === null);
  }
  /** Sending it reveals something, so that it cannot be taken back. */
  get reveals(): boolean {
    return this.#ahead?.stopped ?? false;
  }
  /** What the plan does. */
  get ahead(): Preview | null {
    return this.plan.length ? this.#ahead : null;
  }
  /** The others' steps are being shown one by one. */
  get replaying(): boolean {
    return this.pacing.running;
  }

  // --- what boards ask ----------------------------------------------------------------------------

  pick(...moves: string[]): void {
    this.choice = this.answer = null;
    if (this.base.decision) this.skip();
    // What is picked while something is on its way waits for it: a quick hand loses nothing.
    void this.#sent.then(() => this.#extend(moves));
  }

  /** Take the last tentative move back. */
  back(): void {
    const chosen = this.#chosen.slice(0, -1);
    void this.#plan(this.plan.slice(0, this.#chosen.at(-1) ?? 0)).then(() => (this.#chosen = chosen));
  }

  /** Take nothing and go on. Where that ends the turn it is played: whoever goes on need not say so twice. */
  proceed(): void {
    const { declines } = this;
    if (declines === null) return;
    this.choice = this.answer = null;
    void this.#sent
      .then(() => this.#extend([declines]))
      .then(() => (this.ready && !this.planning && this.plan.at(-1) === declines ? this.send() : undefined));
  }

  clear(): void {
    void this.#plan([]);
  }

  hover(move: string | null): void {
    this.#lens.hover(move);
  }

  offer(moves: string[], at: Element): void {
    this.answer = null;
    this.choice = { moves, at };
  }

  whyNot(move: string, at: Element): void {
    this.choice = null;
    void tellWhy(this.#foresight, this, move, at);
  }

  // --- the tentative turn ------------------------------------------------------------------------

  /** A free move (a trade, a promise) goes out at once, with what it makes possible; an answer joins the plan. */
  async #extend(moves: string[]): Promise<void> {
    const first = moves[0] ?? "";
    if (!this.moves.has(first)) return; // a second click on what has been played already
    const free = !this.planning && this.base.free.includes(first) && !this.decision?.moves.includes(first);
    if (free) await this.#send(moves, null);
    else {
      const chosen = [...this.#chosen, this.plan.length];
      await this.#plan([...this.plan, ...moves]);
      this.#chosen = chosen.filter((length) => length < this.plan.length);
    }
  }

  /** Where the plan begins: the table as it stands, or the next own turn. */
  get place(): Place {
    return { version: this.version, later: this.planning };
  }

  /** `far`: as far as the moves are still legal. */
  async #plan(moves: string[], far = false): Promise<void> {
    this.#lens.glass = this.advice = null;
    const place = this.place;
    const asked = this.base.decision?.id;
    if (!place.later && (moves.length === 0 || asked === undefined)) {
      this.plan = [];
      this.#ahead = null;
      return this.reword();
    }
    try {
      const looked = this.#foresight.preview(moves, place, { far, forced: this.left.auto });
      const said = this.#words(moves);
      const ahead = await looked;
      const { words, declines } = await (ahead.moves.length === moves.length ? said : this.#words(ahead.moves));
      if (ahead.stale || place.later !== this.planning) return;
      if (!place.later && this.base.decision?.id !== asked) return; // the question was answered while the preview was made
      this.plan = ahead.moves;
      this.declines = declines;
      this.#ahead = this.plan.length || place.later ? ahead : null;
      this.texts.words = { ...this.texts.words, ...words };
      if (ahead.refused) await this.reword();
      else if (settings.quick && this.ready && !place.later && !far) await this.send();
    } catch (error) {
      if (place.later) this.leavePlan();
      this.refused(error, null);
    }
  }

  // --- the next turn, prepared while others play ---------------------------------------------------

  /** Think about the next own turn; `moves` are those prepared already. */
  async planAhead(moves: string[] = []): Promise<void> {
    this.skip();
    this.planning = true;
    await this.#plan(moves);
  }

  /** Back to the table as it stands. */
  leavePlan(): void {
    this.planning = false;
    this.plan = [];
    this.#ahead = null;
    this.#lens.glass = this.answer = this.choice = null;
    void this.reword();
  }

  /** Leave moves of the next turn with the server; none withdraws them. */
  async prepare(moves: string[]): Promise<void> {
    const told = await this.ask("prepare", { moves });
    if (!told) return;
    if (this.planning) this.leavePlan();
    await this.#remains.note({ ...this.left, prepared: told.prepared, dropped: told.dropped });
  }

  /** Send the tentative turn: all of it or nothing. */
  async send(): Promise<void> {
    if (this.planning) return this.prepare(this.plan);
    const decision = this.base.decision?.id;
    // The question was answered meanwhile, as by a second click: without it the answer would be sent as a free move.
    if (decision === undefined) this.plan = [];
    else await this.#send(this.plan, decision);
  }

  #send(moves: string[], decision: string | null): Promise<void> {
    if (this.sending || moves.length === 0) return Promise.resolve();
    this.sending = true;
    return (this.#sent = this.#sendNow(moves, decision));
  }

  async #sendNow(moves: string[], decision: string | null): Promise<void> {
    this.ownPly = this.base.ply;
    const key = crypto.randomUUID();
    try {
      const body = { moves, key, ...(decision === null ? {} : { decision }), ...this.seat() };
      const shown = await patiently(() => post("/tables/{table_id}/moves", { path: { table_id: this.id }, body }));
      this.#hear(shown, true);
    } catch (error) {
      this.refused(error, null);
    } finally {
      // A trade or a promise beside a tentative turn leaves the turn as it is.
      if (decision !== null) {
        this.plan = [];
        this.#ahead = null;
      }
      this.sending = false;
    }
  }

  /** One tentative move back; else what was sent, to the own safe point. */
  async undo(): Promise<void> {
    if (this.plan.length) return this.back();
    await this.ask("undo", {});
  }

  /** A call about this table and seat; what is refused is shown. */
  async ask<W extends Call>(what: W, body: Told<W>): Promise<Answered<W> | null> {
    const told = await this.#post(what, { ...body, ...this.seat() });
    const seen: object = told ?? {};
    if ("view" in seen && "version" in seen) this.#hear(seen as Seen, true);
    return told;
  }

  /** A call about the table, whatever the seat; true where it went well. */
  async call<W extends Call>(what: W, body: Told<W>): Promise<boolean> {
    return (await this.#post(what, body)) !== null;
  }

  async #post<W extends Call>(what: W, body: object): Promise<Answered<W> | null> {
    try {
      return await callTable(this.id, what, body);
    } catch (error) {
      this.refused(error, null);
      return null;
    }
  }

  async hint(): Promise<void> {
    const told = await this.ask("hint", {});
    if (!told || told.decision !== this.base.decision?.id || this.plan.length) return;
    this.advice = told.move;
    this.adviceWhy = told.reason ? this.texts.reason(told.reason.key, told.reason.facts) : "";
  }

  async #words(after: string[]): Promise<Sentences> {
    return this.me === null ? { words: {}, declines: null } : this.#foresight.words(after, this.place);
  }

  async prospects(): Promise<Record<string, unknown>> {
    return this.me === null ? {} : this.#foresight.prospects(this.plan, this.place);
  }

  /** Say the moves of the present question anew: it changed, or the language did. */
  async reword(): Promise<void> {
    const { version } = this;
    const { words, declines } = await this.#words(this.plan);
    if (version !== this.version) return;
    this.texts.words = words;
    this.declines = declines;
  }

  async #foresee(move: string): Promise<Glass | null> {
    await this.#sent; // what is on its way comes first
    if (!this.moves.has(move)) return null;
    const since = this.plan.length;
    const seen = await this.#foresight.preview([...this.plan, move], this.place, { far: true, forced: true, since });
    const { view, until, changes } = seen;
    if (seen.stale || until === "refused" || !this.moves.has(move)) return null;
    return { move, events: seen.events.slice(this.ahead?.events.length ?? 0), changes, view, until };
  }

  seat(): { seat?: number } {
    return this.wanted === null ? {} : { seat: this.wanted };
  }

  refused(error: unknown, at: Element | null): void {
    if (error instanceof Refused) this.answer = { refusal: error.refusal, at };
    else this.connected = false;
  }

  // --- what the server tells ----------------------------------------------------------------------

  #show(shown: Seen): void {
    if (shown.table) this.info = shown.table;
    else this.info = { ...this.info, deadlines: shown.deadlines ?? {}, proposal: null, over: shown.view.over };
    this.base = shown.view;
    if (shown.events.length) {
      this.news = shown.events;
      const from = this.log.length;
      this.log = [...this.log, ...shown.events.map((event, i) => ({ ...event, n: from + i }))];
    }
    if (shown.version > this.version) this.version = shown.version;
    this.#foresight.forget();
  }

  /**
   * A push or an answer; the same version comes both ways and is taken once. What others do is shown step by step,
   * an own move at once, but for what is held of its consequences.
   */
  #hear(shown: Seen, own: boolean): void {
    if (shown.version <= this.version) return;
    this.version = shown.version;
    if (this.#lost) {
      this.#lost = false;
      this.missed = shown.events.length;
    }
    const slow = pace() !== "instant" && !document.hidden && this.missed === 0 && shown.events.length > 0;
    if (slow && !own) return this.pacing.add(shown);
    this.skip();
    this.#reveal(shown);
    if (slow) this.pacing.hold(shown.events);
  }

  /** Show everything that waits to be shown. */
  skip(): void {
    this.pacing.skip();
  }

  #reveal(shown: Seen): void {
    const asked = this.base.decision?.id;
    this.#show(shown);
    if (this.left.prepared.length || this.left.standing) this.#remains.look(SOON);
    if (this.base.decision?.id !== asked) {
      // What was planned and not left with the server is the tentative turn now.
      const planned = this.planning && !this.left.prepared.length ? this.plan : [];
      this.planning = false;
      this.plan = [];
      this.#ahead = null;
      this.answer = this.choice = this.advice = null;
      this.#lens.again();
      if (planned.length) void this.#plan(planned, true);
      if (this.base.decision || this.base.free.length) void this.reword();
    } else if (this.plan.length || this.planning) void this.#plan(this.plan);
  }

  #connect(): void {
    const address = (): URL => liveAddress(this.id, this.version, this.wanted);
    const open = (connected: boolean): void => {
      if (!connected) this.#lost = true;
      this.connected = connected;
    };
    const setApart = (): void => {
      void get("/tables/{table_id}", { path: { table_id: this.id } }).catch((error: unknown) => {
        this.apart = apart(error instanceof Refused ? error.refusal.why : undefined);
      });
    };
    this.#line = new Line(address, (message) => this.#receive(message), open, setApart);
  }

  #receive(message: ServerMessage): void {
    if (message.type === "view" || message.type === "patch") {
      const shown = this.#pushes.take(message);
      if (shown) this.#hear(shown, false);
    } else if (message.type === "presence") this.info = message.table;
    else if (message.type === "notice") this.#remains.look(0);
    else if (message.type === "chat") {
      if (message.version > this.version) this.version = message.version;
      if (!this.chat.some((old) => old.version === message.version)) this.chat = [...this.chat, message];
    }
    this.#lost &&= message.type !== "view" && message.type !== "patch";
  }
}
