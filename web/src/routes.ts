import type { Route } from "./lib/router.svelte";

type Page = Awaited<ReturnType<Route["page"]>>;
/** Each page is loaded when it is first opened. */
const page = (load: () => Promise<unknown>): Route["page"] => load as () => Promise<Page>;

export const routes: readonly Route[] = [
  { path: "/", page: page(() => import("./pages/Home.svelte")) },
  { path: "/new/:game", page: page(() => import("./pages/Host.svelte")) },
  { path: "/join/:id", page: page(() => import("./pages/Join.svelte")) },
  { path: "/back/:id", page: page(() => import("./pages/Back.svelte")) },
  { path: "/me", page: page(() => import("./pages/Me.svelte")) },
  { path: "/mail/confirm", page: page(() => import("./pages/mail/Confirm.svelte")) },
  { path: "/mail/stop", page: page(() => import("./pages/mail/Stop.svelte")) },
  { path: "/password/reset", page: page(() => import("./pages/mail/Reset.svelte")) },
  { path: "/admin", page: page(() => import("./pages/Admin.svelte")) },
  { path: "/report/:id", page: page(() => import("./pages/Report.svelte")) },
  { path: "/clubs", page: page(() => import("./pages/Clubs.svelte")) },
  { path: "/club/:id", page: page(() => import("./pages/Club.svelte")) },
  { path: "/league/:id", page: page(() => import("./pages/League.svelte")) },
  { path: "/player", page: page(() => import("./pages/Player.svelte")) },
  { path: "/player/:page", page: page(() => import("./pages/Player.svelte")) },
  { path: "/welcome", page: page(() => import("./pages/Welcome.svelte")) },
  { path: "/t/:id", page: page(() => import("./pages/Table.svelte")) },
  { path: "/result/:id", page: page(() => import("./pages/Result.svelte")) },
  { path: "/rules/:game", page: page(() => import("./pages/study/Rules.svelte")) },
  { path: "/learn/:game", page: page(() => import("./pages/study/Tutorial.svelte")) },
  { path: "/components/:game", page: page(() => import("./pages/study/Components.svelte")) },
  { path: "/replay", page: page(() => import("./pages/study/OpenRecord.svelte")) },
  { path: "/replay/:id", page: page(() => import("./pages/study/Replay.svelte")) },
  { path: "/text/:id", page: page(() => import("./pages/study/TextPage.svelte")) },
];
