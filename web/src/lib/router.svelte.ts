/** Client-side routing. */
import type { Component } from "svelte";

export interface Route {
  /** `/t/:id`: parts after a colon become properties of the page. */
  path: string;
  page: () => Promise<{ default: Component<Record<string, string>> }>;
}

export const place = $state({ path: location.pathname, search: location.search, hash: location.hash });

function read(): void {
  Object.assign(place, { path: location.pathname, search: location.search, hash: location.hash });
}

export function go(address: string): void {
  history.pushState(null, "", address);
  read();
  scrollTo(0, 0);
}

addEventListener("popstate", read);
addEventListener("click", (event) => {
  const link = (event.target as Element | null)?.closest("a");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute("download") ||
    link.pathname.startsWith("/api")
  )
    return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});

export function match(routes: readonly Route[], path: string): { route: Route; params: Record<string, string> } | null {
  const parts = path.split("/").filter(Boolean);
  for (const route of routes) {
    const wanted = route.path.split("/").filter(Boolean);
    if (wanted.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((word, i) => {
      if (!word.startsWith(":")) return word === parts[i];
      params[word.slice(1)] = decodeURIComponent(parts[i]!);
      return true;
    });
    if (fits) return { route, params };
  }
  return null;
}
