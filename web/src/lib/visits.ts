/** How much of a table's log this browser has read. Also: notifications while another page has the focus. */
import type { LiveTable } from "./live.svelte";
import { title } from "./games.svelte";
import { t } from "./messages";
import { settings } from "./settings.svelte";

const KEPT = 50;
const KEY = "tafelrunde:seen";

type Seen = [id: string, lines: number][];

function stored(): Seen {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Seen;
  } catch {
    return [];
  }
}

/** How many lines of the log were seen before; with `lines`, note that so many are seen now. */
export function remember(table: LiveTable, lines?: number): number {
  const id = `${table.id}/${table.me}`;
  const all = stored();
  const before = all.find(([known]) => known === id)?.[1] ?? 0;
  if (lines !== undefined) {
    const kept: Seen = [[id, lines], ...all.filter(([known]) => known !== id)];
    localStorage.setItem(KEY, JSON.stringify(kept.slice(0, KEPT)));
  }
  return before;
}

let told: string | null = null;

/** The window's title and icon say whose turn it is; a soft tick once for each question, if that is wanted. */
export function announce(table: LiveTable): () => void {
  const asked = table.base.decision?.id ?? null;
  const game = title(table.game);
  document.title = asked ? `● ${t("shell.your_turn")} · ${game}` : `${game} · Tafelrunde`;
  icon(asked !== null);
  if (asked && asked !== told && settings.sound) tick();
  told = asked;
  return () => {
    document.title = "Tafelrunde";
    icon(false);
  };
}

function icon(mine: boolean): void {
  document
    .querySelector<HTMLLinkElement>("link[rel=icon]")
    ?.setAttribute("href", mine ? "/icon-turn.svg" : "/icon.svg");
}

let audio: AudioContext | null = null;

export function tick(): void {
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.18);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.2);
  navigator.vibrate?.(15);
}
