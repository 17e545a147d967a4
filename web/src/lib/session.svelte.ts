/** Who plays in this browser. A guest is made silently when the first table is. */
import { call, get, post } from "./api";
import { t } from "./messages";

export interface Person {
  id: string;
  name: string;
  account: string | null;
}

export const session = $state<{ person: Person | null; known: boolean }>({ person: null, known: false });

export async function whoAmI(): Promise<Person | null> {
  if (!session.known) {
    session.person = await get<Person | null>("/session");
    session.known = true;
  }
  return session.person;
}

export async function ensureSession(name = t("shell.guest")): Promise<void> {
  if (await whoAmI()) return;
  await post("/session", { name });
  session.known = false;
  await whoAmI();
}

export async function signIn(account: string, password: string): Promise<void> {
  await post("/login", { account, password });
  session.known = false;
  await whoAmI();
}

export async function keepAccount(account: string, password: string): Promise<void> {
  await post("/account", { account, password });
  session.known = false;
  await whoAmI();
}

export async function signOut(): Promise<void> {
  await call("DELETE", "/session");
  session.person = null;
}
