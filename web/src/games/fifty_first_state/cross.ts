/** Animates cards: from the row into a hand, from a hand onto a shelf or under a faction board. */
import { crossfade, scale } from "svelte/transition";
import { calm } from "../../lib/settings.svelte";

export const MS = 260;
export const [send, receive] = crossfade({
  duration: () => (calm() ? 0 : MS),
  fallback: (node) => scale(node, { start: 0.8, duration: calm() ? 0 : MS }),
});
