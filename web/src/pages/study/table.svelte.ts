/** A position on a study page: the same boards as at a table, but selected moves go to the page that shows it. */
import type { Glass, Table } from "../../lib/table.svelte";
import { Texts } from "../../lib/texts.svelte";
import { t } from "../../lib/messages";
import { shownName } from "../../lib/seats";
import { settings } from "../../lib/settings.svelte";
import type { Decision, GameId, SeatInfo, View } from "../../lib/types";
import type { Asked, Position, Refusing } from "./types";

export class StudyTable implements Table {
  view: View;
  /** The seat that is asked, if anything can be played here. */
  asked = $state.raw<Asked | null>(null);
  answer = $state.raw<{ refusal: Refusing; at: Element | null } | null>(null);
  choice = $state.raw<{ moves: string[]; at: Element } | null>(null);
  readonly glass: Glass | null = null;
  readonly texts: Texts;
  readonly seats: readonly SeatInfo[];
  /** Who hears of a move that was picked; nothing can be played without. */
  onpick = $state.raw<((moves: string[]) => void) | null>(null);
  /** Who finds out why a move is refused. */
  onwhy: ((move: string) => Promise<Refusing | null>) | null = null;

  private constructor(
    readonly game: GameId,
    position: Position,
    names: readonly string[],
    table?: string,
  ) {
    this.view = $state.raw(position.view);
    this.seats = replaySeats(position.view.players, names);
    this.texts = new Texts(game, (seat) => this.seats[seat]?.name ?? `${seat + 1}`, table);
    this.show(position);
  }

  /** `table` is the table whose own component set is meant. */
  static async open(
    game: GameId,
    position: Position,
    names: readonly string[] = [],
    table?: string,
  ): Promise<StudyTable> {
    const found = new StudyTable(game, position, names, table);
    await found.texts.ready(settings.lang);
    return found;
  }

  show(position: Position): void {
    this.view = position.view;
    this.asked = position.decisions[0] ?? null;
    this.choice = this.answer = null;
    this.texts.words = Object.fromEntries(
      position.decisions.flatMap(({ moves }) => moves.map(({ move, text }) => [move, text])),
    );
  }

  get me(): number | null {
    return this.view.you ?? this.asked?.seat ?? null;
  }
  get decision(): Decision | null {
    const { asked } = this;
    if (!asked || !this.onpick) return null;
    const { id, kind, prompt, rule, moves, data } = asked;
    return { id, kind, prompt, rule, moves: moves.map(({ move }) => move), data };
  }
  readonly moves: ReadonlySet<string> = $derived(
    new Set(this.onpick && this.asked ? [...this.asked.moves.map(({ move }) => move), ...this.asked.free] : []),
  );

  pick(...moves: string[]): void {
    this.choice = this.answer = null;
    this.onpick?.(moves);
  }
  hover(): void {}
  whyNot(move: string, at: Element): void {
    void this.onwhy?.(move).then((refusal) => {
      if (refusal) this.answer = { refusal, at };
    });
  }
  offer(moves: string[], at: Element): void {
    this.answer = null;
    this.choice = { moves, at };
  }
}

/** The seats of a record under the names that are shown; bots have names of their own. */
export const replaySeats = (players: number, names: readonly string[]): SeatInfo[] =>
  Array.from({ length: players }, (_, seat) => seatInfo(seat, names[seat]));

function seatInfo(seat: number, name?: string): SeatInfo {
  const bot = name?.startsWith("bot:");
  const shown = bot ? t(`shell.bot_${seat % 6}`) : name ? shownName(name) : t("study.player", { n: seat + 1 });
  return {
    seat,
    kind: bot ? name! : "person",
    name: shown,
    open: false,
    kept: false,
    held: false,
    here: true,
    hints: false,
  };
}
