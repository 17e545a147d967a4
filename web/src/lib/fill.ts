/** Fills sentences of the message catalogues with facts, by the same rules as `core/messages.py`. */
import type { Facts, Lang } from "./types";

const SEAT_FACTS = new Set(["seat", "other", "owner", "leader", "others", "winners"]);
const FACT = /\{(\w+)((?:\|[^|{}]*)*)\}/g;

/** Which form of a word goes with `n`: two in English and German, three in Russian. */
export function plural(lang: Lang, n: number): number {
  n = Math.abs(n);
  if (lang !== "ru") return n === 1 ? 0 : 1;
  if (n % 10 === 1 && n % 100 !== 11) return 0;
  return [2, 3, 4].includes(n % 10) && ![12, 13, 14].includes(n % 100) ? 1 : 2;
}

export function fill(
  template: string,
  facts: Facts,
  lang: Lang,
  names: Record<string, string>,
  seats: (seat: number) => string = String,
): string {
  const show = (fact: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map((item) => show(fact, item)).join(", ") || (names["nothing"] ?? "-");
    if (value !== null && typeof value === "object") {
      const parts = Object.entries(value).map(([item, n]) => `${n} × ${show(fact, item)}`);
      return parts.join(", ") || (names["nothing"] ?? "-");
    }
    if (typeof value !== "string") return String(value ?? "?");
    const space = value.indexOf(" ");
    const slug = space < 0 ? value : value.slice(0, space);
    const rest = space < 0 ? "" : value.slice(space + 1);
    if (/^\d+$/.test(rest)) return `${show(fact, slug)} ${rest}`;
    if (rest && names[`${fact}:${slug}`]) return `${names[`${fact}:${slug}`]} ${show(fact, rest)}`;
    return names[`${fact}:${value}`] ?? names[value] ?? value;
  };
  return template.replace(FACT, (_, fact: string, forms: string) => {
    const value = facts[fact];
    if (forms) {
      const choices = forms.slice(1).split("|");
      return choices[Math.min(plural(lang, Number(value)), choices.length - 1)] ?? "";
    }
    if (!SEAT_FACTS.has(fact)) return show(fact, value);
    if (Array.isArray(value)) return value.map(seats).join(", ");
    return typeof value === "number" ? seats(value) : show(fact, value);
  });
}
