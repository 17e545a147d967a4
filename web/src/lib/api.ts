/**
 * Calls to the server, typed by its own description: `get("/tables/{table_id}/about", { path: { table_id } })` knows what it
 * needs and what it returns. A refusal is thrown as `Refused`, with the sentence and the rule.
 */
import { untrack } from "svelte";
import type { paths } from "../wire/api";
import { settings } from "./settings.svelte";
import type { Problem, Refusal } from "./types";

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}

type Method = "get" | "post" | "delete";
/** The paths with an operation of this method, without the `/api` in front. */
export type PathOf<M extends Method> = {
  [K in keyof paths]: paths[K][M] extends { responses: unknown } ? (K extends `/api${infer P}` ? P : never) : never;
}[keyof paths];
type Operation<M extends Method, P extends string> = paths[`/api${P}` & keyof paths][M];

/** What an operation answers: an object, or the text of a record or of a TOML file. */
export type AnswerOf<M extends Method, P extends string> =
  Operation<M, P> extends { responses: { 200: { content: { "application/json": infer Body } } } } ? Body : string;
export type BodyOf<M extends Method, P extends string> =
  Operation<M, P> extends { requestBody?: { content: { "application/json": infer Body } } } ? Body : never;

type PathPart<O> = O extends { parameters: { path: infer T } } ? { path: T } : { path?: never };
type QueryPart<O> = O extends { parameters: { query: infer T } }
  ? { query: T }
  : O extends { parameters: { query?: infer T } }
    ? { query?: T }
    : { query?: never };
type BodyPart<O> = O extends { requestBody: { content: { "application/json": infer T } } }
  ? { body: T }
  : O extends { requestBody?: { content: { "application/json": infer T } } }
    ? { body?: T }
    : { body?: never };
/** What an operation needs: the parts of its path, its query, its body; `signal` gives up. */
type Ask<M extends Method, P extends string> = PathPart<Operation<M, P>> &
  QueryPart<Operation<M, P>> &
  BodyPart<Operation<M, P>> & { signal?: AbortSignal };
type Asks<M extends Method, P extends string> =
  Partial<Ask<M, P>> extends Ask<M, P> ? [ask?: Ask<M, P>] : [ask: Ask<M, P>];
type Values = Record<string, string | number | boolean | null | undefined>;
interface Parts {
  path?: Values | undefined;
  query?: Values | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Any call; whoever knows the operation only when it runs says what it answers. */
export async function request(
  method: Method,
  path: string,
  { path: parts = {}, query = {}, body, signal }: Parts = {},
): Promise<unknown> {
  // Not tracked: an effect that asks the server something must not run again because the language changes.
  const language = { "accept-language": untrack(() => settings.lang) };
  const answer = await fetch(address(path, parts, query), {
    method: method.toUpperCase(),
    credentials: "same-origin",
    headers: body === undefined ? language : { ...language, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  if (!answer.ok) throw await refusal(answer);
  const json = answer.headers.get("content-type")?.startsWith("application/json");
  return json ? answer.json() : answer.text();
}

function address(path: string, parts: Values, query: Values): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
  const given = Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
  return `/api${filled}${given.length ? `?${new URLSearchParams(given)}` : ""}`;
}

/** What an answer that is not `ok` says; a proxy may have answered instead of the server. */
async function refusal(answer: Response): Promise<Refused> {
  const told = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  const general = { type: "failed", rule: null, reason: answer.statusText, place: null };
  return new Refused({ ...general, ...told, status: answer.status });
}

export const get = <P extends PathOf<"get">>(path: P, ...[ask]: Asks<"get", P>): Promise<AnswerOf<"get", P>> =>
  request("get", path, ask as Parts) as Promise<AnswerOf<"get", P>>;
export const post = <P extends PathOf<"post">>(path: P, ...[ask]: Asks<"post", P>): Promise<AnswerOf<"post", P>> =>
  request("post", path, ask as Parts) as Promise<AnswerOf<"post", P>>;
export const remove = <P extends PathOf<"delete">>(
  path: P,
  ...[ask]: Asks<"delete", P>
): Promise<AnswerOf<"delete", P>> => request("delete", path, ask as Parts) as Promise<AnswerOf<"delete", P>>;

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
