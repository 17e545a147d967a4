/** The caller's own account: its data on the server, and the errors of requests that change it. */
import { Refused } from "./api";
import { t } from "./messages";
import { forget } from "./session.svelte";
import { settings } from "./settings.svelte";

export type { Mail, Me, Session } from "../wire/api";

/** How dates are written in the chosen language. */
export const day = (): Intl.DateTimeFormat => new Intl.DateTimeFormat(settings.lang, { dateStyle: "medium" });

/** The sentence for a refusal, in the chosen language where there is one. */
export function why(error: unknown): string {
  if (!(error instanceof Refused)) return t("shell.failed");
  const { type: word, place, reason, until } = error.refusal;
  const keys = [`account.error_${word}`, `shell.error_${word}`];
  if (word === "bad_input") keys.unshift(`account.error_bad_${place}`);
  for (const key of keys) {
    const text = t(key, { date: until ? day().format(until * 1000) : "" });
    if (text !== key) return word === "banned" && error.refusal.why ? `${text} ${error.refusal.why}` : text;
  }
  return reason;
}

/**
 * Sends a form. What the server refuses is shown at the field it is about, everything else below the form.
 *
 * `fields` lists, for each field, the refusals that are about it: by the name the server gives the input, or by the
 * refusal's own word.
 */
export class Attempt<Field extends string = never> {
  busy = $state(false);
  told = $state("");
  #wrong = $state.raw<{ field: Field; text: string } | null>(null);

  constructor(private readonly fields = {} as Record<Field, readonly string[]>) {}

  at(field: Field): string {
    return this.#wrong?.field === field ? this.#wrong.text : "";
  }

  clear(): void {
    this.told = "";
    this.#wrong = null;
  }

  /** `work` returns the sentence that tells of success. Whoever was signed out meanwhile is shown the sign-in form. */
  async run(work: () => Promise<unknown>, sentence = why): Promise<void> {
    if (this.busy) return;
    this.clear();
    this.busy = true;
    try {
      const told = await work();
      this.told = typeof told === "string" ? told : "";
    } catch (error) {
      const field = this.#field(error);
      if (field) this.#wrong = { field, text: sentence(error) };
      else this.told = sentence(error);
      if (error instanceof Refused && error.refusal.type === "no_session") forget("account.error_no_session");
    } finally {
      this.busy = false;
    }
  }

  #field(error: unknown): Field | undefined {
    if (!(error instanceof Refused)) return undefined;
    const { type: word, place } = error.refusal;
    const names = Object.entries(this.fields) as [Field, readonly string[]][];
    return (names.find(([, about]) => about.includes(word)) ??
      names.find(([, about]) => about.includes(place ?? "")))?.[0];
  }
}

/**
 * The secret behind the `#` of a mailed link. It is taken out of the address bar, where it would stay in the history;
 * a page that is loaded again still has it.
 */
export function takeLink(): string {
  const word = location.hash.slice(1);
  if (word) history.replaceState({ link: word }, "", location.pathname);
  return word || ((history.state as { link?: string } | null)?.link ?? "");
}
