/** Preferences of this browser: language, light or dark, motion, sound, confirmation before a turn is sent. */
import { MediaQuery } from "svelte/reactivity";
import type { Pace } from "./pacing.svelte";
import { LANGS, type Lang } from "./types";

const KEY = "tafelrunde";

interface Stored {
  lang: Lang;
  theme: "auto" | "light" | "dark";
  motion: "auto" | "off";
  sound: boolean;
  /** Send a finished turn without asking. */
  quick: boolean;
  /** Show games without their boards: lists and numbers, for screen readers and slow devices. */
  plain: boolean;
  coached: string[];
  /** How fast what happens is shown; `null` where nothing was chosen. */
  pace: Pace | null;
  /** How strong the bots of a table are that is dealt without asking. */
  level: string;
}

function first(): Stored {
  const lang = navigator.languages.map((l) => l.slice(0, 2) as Lang).find((l) => LANGS.includes(l)) ?? "en";
  const fresh: Stored = {
    lang,
    theme: "auto",
    motion: "auto",
    sound: false,
    quick: false,
    plain: false,
    coached: [],
    pace: null,
    level: "easy",
  };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Stored>) };
  } catch {
    return fresh;
  }
}

export const settings = $state<Stored>(first());

/** What the device asks for; the style sheets know light and dark alone, "auto" is decided here. */
const darkDevice = new MediaQuery("prefers-color-scheme: dark");

$effect.root(() => {
  $effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings));
    const root = document.documentElement;
    root.lang = settings.lang;
    root.dataset.theme = settings.theme === "auto" ? (darkDevice.current ? "dark" : "light") : settings.theme;
    root.dataset.motion = settings.motion;
  });
});

export const calm = (): boolean => settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How fast what happens is shown: as chosen; where motion is not wanted, at once. */
export const pace = (): Pace => settings.pace ?? (calm() ? "instant" : "normal");
