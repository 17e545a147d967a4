/** The person who uses this browser. A guest session is created with the first table. */
import { get, post, remove } from "./api";
import { t } from "./messages";
import { settings } from "./settings.svelte";
import type { Person } from "../wire/api";

/** `ended` is the key of the sentence that says how the last session ended. */
export const session = $state<{ person: Person | null; known: boolean; ended: string }>({
  person: null,
  known: false,
  ended: "",
});

export async function whoAmI(): Promise<Person | null> {
  if (!session.known) await askAgain();
  return session.person;
}

async function askAgain(): Promise<void> {
  session.person = await get("/session");
  session.known = true;
  if (session.person) session.ended = "";
}

/** `code` is an invitation to a server that takes no new guests otherwise. */
export async function ensureSession(name = t("shell.guest"), code: string | null = null): Promise<void> {
  if (await whoAmI()) return;
  await post("/session", { body: { name, lang: settings.lang, code } });
  await askAgain();
}

export async function signIn(account: string, password: string): Promise<void> {
  await post("/login", { body: { account, password } });
  await askAgain();
}

export async function keepAccount(account: string, password: string): Promise<void> {
  await post("/account", { body: { account, password } });
  await askAgain();
}

export async function resetPassword(link: string, password: string): Promise<void> {
  await post("/password/reset", { body: { link, password } });
  await askAgain();
}

/** Returns the name as the server keeps it. */
export async function rename(name: string): Promise<string> {
  const kept = await post("/profile", { body: { name } });
  if (session.person) session.person.name = kept.name;
  return kept.name;
}

export async function signOut(): Promise<void> {
  await remove("/session");
  forget("account.signed_out");
}

export async function signOutEverywhere(): Promise<void> {
  await remove("/sessions");
  forget("account.signed_out_everywhere");
}

export async function deleteAccount(password: string): Promise<void> {
  await remove("/account", { body: { confirm: true, password: password || null } });
  forget("account.deleted");
}

/** The session is over, wherever it was ended; `ended` is the key of the sentence that says so. */
export function forget(ended: string): void {
  Object.assign(session, { person: null, ended });
}

// Mails are written in the language of the pages.
$effect.root(() => {
  $effect(() => {
    const { person } = session;
    const { lang } = settings;
    if (!person || person.lang === lang) return;
    person.lang = lang;
    void post("/profile", { body: { lang } }).catch(() => undefined);
  });
});
