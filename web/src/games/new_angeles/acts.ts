/** Acts that a trade can contain: their names in views, and the moves for them. */

const ALIASES: Readonly<Record<string, string>> = {
  counter_with: "counter",
  win_main: "win main",
  win_counter: "win counter",
  option_discard: "option discard",
  option_draw: "option draw",
};

/** Whether an item of a trade is an act, not capital or an asset. */
export const isAct = (item: string): boolean => !/^(capital|asset) /.test(item);

/** The move that an act of a view stands for: `counter_with clean_slate` is `counter clean_slate`, `player_3` is `name 2`. */
export function moveOf(act: string): string {
  const [verb = "", ...rest] = act.split(" ");
  const player = /^player_(\d)$/.exec(verb);
  return player ? `name ${Number(player[1]) - 1}` : [ALIASES[verb] ?? verb, ...rest].join(" ");
}

/** The acts among the free moves that put one into a draft, as moves: `ask use eiko` offers `use eiko`. */
export const actsOf = (moves: Iterable<string>, verb: "give" | "ask"): string[] =>
  [...moves]
    .filter((move) => move.startsWith(`${verb} `) && isAct(move.slice(verb.length + 1)))
    .map((move) => move.slice(verb.length + 1));
