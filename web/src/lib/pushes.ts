/** Applies the socket's messages to a view: first the whole view, afterwards patches of the previous one (docs/server.md). */
import type { PatchMessage, ViewMessage } from "../wire/api";
import type { Seen, View } from "./types";

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What is patched is copied on the way; everything else is shared with the target. */
export function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  if (Array.isArray(target)) {
    const list: unknown[] = [...(target as unknown[])];
    for (const [place, value] of Object.entries(patch)) list[Number(place)] = merged(list[Number(place)], value);
    return list;
  }
  const found: Members = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(found, name);
    else found[name] = merged(found[name], value);
  }
  return found;
}

export function patched(view: View, { patch, nulls }: Pick<PatchMessage, "patch" | "nulls">): View {
  const found = merged(view, patch) as Members;
  for (const path of nulls ?? []) {
    // Every object on the way to a null is named by the patch, so that it is a copy.
    const place = path.slice(0, -1).reduce<Members>((inner, name) => inner[name] as Members, found);
    place[path.at(-1)!] = null;
  }
  return found as unknown as View;
}

/** The view of one socket. */
export class Pushes {
  #view: View | null = null;
  #version = -1;

  /** `askAgain` asks the server for the whole view. */
  constructor(private readonly askAgain: () => void) {}

  /** What a message shows. None where a patch does not follow what came before: then the whole view is asked for. */
  take(message: ViewMessage | PatchMessage): Seen | null {
    if (message.type === "view") this.#view = message.view;
    else if (this.#view === null || message.after !== this.#version) {
      if (this.#view !== null) this.askAgain();
      this.#view = null; // patches that are on their way are left out until the whole view comes
      return null;
    } else this.#view = patched(this.#view, message);
    this.#version = message.version;
    return { ...message, view: this.#view };
  }
}
