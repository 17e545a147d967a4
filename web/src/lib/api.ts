/** Calls to the server. A refusal is thrown as `Refused`, with the sentence and the rule. */
import { untrack } from "svelte";
import { settings } from "./settings.svelte";
import type { Problem, Refusal } from "./types";

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}

/** `init` may carry a `signal` to give up by. */
export async function call<T>(method: string, path: string, body?: unknown, init: RequestInit = {}): Promise<T> {
  // Not tracked: an effect that asks the server something must not run again because the language changes.
  const language = { "accept-language": untrack(() => settings.lang) };
  const answer = await fetch(`/api${path}`, {
    ...init,
    method,
    credentials: "same-origin",
    headers: body === undefined ? language : { ...language, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw await refusal(answer);
  return (await answer.json()) as T;
}

/** What an answer that is not `ok` says; a proxy may have answered instead of the server. */
export async function refusal(answer: Response): Promise<Refused> {
  const told = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  const general = { type: "failed", rule: null, reason: answer.statusText, place: null };
  return new Refused({ ...general, ...told, status: answer.status });
}

export const get = <T>(path: string, init?: RequestInit): Promise<T> => call<T>("GET", path, undefined, init);
export const post = <T>(path: string, body: unknown = {}, init?: RequestInit): Promise<T> =>
  call<T>("POST", path, body, init);

/** Repeat a request that was cut off, or that the server could not store; its key makes that safe. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let i = 0; ; i++) {
    try {
      return await ask();
    } catch (error) {
      if ((error instanceof Refused && error.refusal.status !== 503) || i === 6) throw error;
      await new Promise((done) => setTimeout(done, 300 * 2 ** i));
    }
  }
}
