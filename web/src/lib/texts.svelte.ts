/** A game's sentences and components in the language chosen, from the server's catalogues. */
import { get } from "./api";
import { fill } from "./fill";
import { settings } from "./settings.svelte";
import type { Decision, Facts, GameEvent, GameId, Lang, Problem } from "./types";

import type { Messages, Sheets } from "../wire/api";

export type { Sheets };

interface Book {
  messages: Messages;
  sheets: Sheets;
}

/** `hash` names another component set than the standard one. */
const kept = new Map<string, Promise<Book>>();

function load(game: GameId, lang: Lang, table?: string): Promise<Book> {
  const key = `${game}/${lang}/${table ?? ""}`;
  let found = kept.get(key);
  if (!found) {
    found = Promise.all([
      get("/games/{game}/messages/{lang}", { path: { game, lang } }),
      get("/games/{game}/sheets/{lang}", { path: { game, lang }, query: { table } }),
    ]).then(([messages, sheets]) => ({ messages, sheets }));
    found.catch(() => kept.delete(key));
    kept.set(key, found);
  }
  return found;
}

export class Texts {
  #book = $state.raw<Book | null>(null);
  #lang = $state<Lang>("en");
  #seats: (seat: number) => string;

  /** `seats` gives a seat's name; `table` the table whose own component set is meant. */
  constructor(
    readonly game: GameId,
    seats: (seat: number) => string,
    readonly table?: string,
  ) {
    this.#seats = seats;
  }

  /** Load the language chosen; call again when it changes. */
  async ready(lang: Lang = settings.lang): Promise<void> {
    const book = await load(this.game, lang, this.table);
    this.#book = book;
    this.#lang = lang;
  }

  get lang(): Lang {
    return this.#lang;
  }

  get loaded(): boolean {
    return this.#book !== null;
  }

  get sheets(): Sheets {
    return this.#book?.sheets ?? {};
  }

  has(section: string, key: string): boolean {
    return this.#book?.messages[section]?.[key] !== undefined;
  }

  say(section: string, key: string, facts: Facts = {}): string {
    const messages = this.#book?.messages;
    const text = messages?.[section]?.[key];
    if (text === undefined) return key;
    return fill(text, facts, this.#lang, messages?.["names"] ?? {}, this.#seats);
  }

  /** What people call a component, a track, a phase; `kind:slug` where a slug has several meanings. */
  name(slug: string): string {
    const names = this.#book?.messages["names"] ?? {};
    return names[slug] ?? names[slug.slice(slug.lastIndexOf(":") + 1)] ?? slug;
  }

  /** A seat's name. */
  seat(seat: number): string {
    return this.#seats(seat);
  }

  event(event: GameEvent): string {
    return this.say("events", event.kind, { seat: event.seat, ...event.data });
  }

  decision(decision: Decision): string {
    return this.has("decisions", decision.kind) ? this.say("decisions", decision.kind, decision.data) : decision.prompt;
  }

  /** What the server says of the moves that can be made now, with what they give. */
  words = $state.raw<Record<string, string>>({});

  /** A move in words. */
  move(text: string): string {
    const told = this.words[text];
    if (told !== undefined) return told;
    const [verb = "", ...args] = text.split(" ");
    const names = this.#book?.messages.move_facts?.[verb] ?? [];
    const facts: Facts = {};
    names.forEach((name, i) => (facts[name] = number(args[i])));
    return this.say("moves", verb, facts);
  }

  /** Why a bot would play so; moves among the facts are put in words. */
  reason(key: string, facts: Facts): string {
    const told = { ...facts };
    for (const [name, value] of Object.entries(facts)) {
      if (typeof value === "string" && (name === "next" || name === "move")) told[name] = this.move(value);
    }
    return this.has("bots", key) ? this.say("bots", key, told) : "";
  }

  refusal(refusal: Problem): string {
    const { key, params } = refusal;
    if (!key || !this.has("refusals", key)) return refusal.reason;
    return this.say("refusals", key, { move: refusal.move ? this.move(refusal.move) : "", ...params });
  }
}

const number = (word: string | undefined): unknown =>
  word !== undefined && /^-?\d+$/.test(word) ? Number(word) : word;
