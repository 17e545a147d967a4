/** Animates factories between the order fields and the stops below the cards. */
import { cubicInOut } from "svelte/easing";
import { crossfade } from "svelte/transition";
import { calm } from "../../lib/settings.svelte";

export const [send, receive] = crossfade({
  duration: () => (calm() ? 0 : 300),
  easing: cubicInOut,
});
