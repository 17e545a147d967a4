/** The clocks that a table can have. */
import { t } from "./messages";
import type { Pace } from "../wire/api";

export const PACES = [
  ["none", undefined],
  ["live_60", { mode: "live", seconds: 60 }],
  ["live_180", { mode: "live", seconds: 180 }],
  ["live_600", { mode: "live", seconds: 600 }],
  ["day_1", { mode: "day", seconds: 86_400 }],
  ["day_3", { mode: "day", seconds: 3 * 86_400 }],
  ["day_7", { mode: "day", seconds: 7 * 86_400 }],
] as const;

/** A table's clock in words; empty for one that no page offers. */
export function paceText(pace: Pace): string {
  const found = PACES.find(([, clock]) => (clock?.seconds ?? null) === (pace.seconds ?? null));
  return found ? t(`shell.pace_${found[0]}`) : "";
}
