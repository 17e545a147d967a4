/** The state of the screen: the stage shown, the selected tile and its rotation, the selected tool. */
import type { Table } from "../../lib/table.svelte";
import type { Prospects } from "./types";

export type Scene = "auction" | "disaster" | "region";
export type Layer = "reach" | "service" | "lines" | null;

export class Stage {
  /** A scene chosen by hand; it is forgotten when the phase changes. */
  chosen = $state<Scene | null>(null);
  /** Whose region is looked at. */
  seat = $state<number | null>(null);
  /** Quarter turns of the tile that is to be laid, and the cell it is held over. */
  turn = $state(0);
  cell = $state.raw<[number, number] | null>(null);
  /** Where a tile out of the tray was put down, until it is known whether it may lie there. */
  aim = $state.raw<[number, number] | null>(null);
  /** Light only the targets of this use of a technology. */
  tool = $state<string | null>(null);
  layer = $state<Layer>(null);
  /** What the next moves could bring; empty until the server has answered. */
  prospects = $state.raw<Prospects>({});

  /** Ask for the prospects of the present position; an answer that comes too late is dropped. */
  async foresee(table: Table, current: () => boolean): Promise<void> {
    this.prospects = { lands: this.prospects.lands };
    if (!current()) return;
    const found = ((await table.prospects?.()) ?? {}) as Prospects;
    if (current()) this.prospects = found;
  }
}

const kept = new WeakMap<Table, Stage>();

export function stageOf(table: Table): Stage {
  let stage = kept.get(table);
  if (!stage) kept.set(table, (stage = new Stage()));
  return stage;
}

const SCENES: Record<string, Scene> = {
  build_up: "auction",
  land_auction: "auction",
  disaster: "disaster",
};

export const sceneOf = (table: Table, stage: Stage): Scene => stage.chosen ?? SCENES[table.view.phase] ?? "region";
/** Whose region the stage shows: one's own unless another was asked for; watchers begin with the first. */
export const shownSeat = (table: Table, stage: Stage): number => stage.seat ?? table.me ?? 0;
