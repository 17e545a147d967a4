/** The current time, updated once a second while a clock is visible. */
import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

export function now(): number {
  subscribe();
  return Date.now() / 1000;
}

/** "4:05", "2:30 h", "3 d" are for the caller to name; this gives the numbers of the two largest units. */
export function span(seconds: number): { days: number; hours: number; minutes: number; seconds: number } {
  const left = Math.max(0, Math.floor(seconds));
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  };
}
