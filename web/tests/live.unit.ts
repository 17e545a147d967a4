/** A live table against a server of our own making: what comes in which order. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveTable } from "../src/lib/live.svelte";
import type { Seen, View } from "../src/lib/types";

class Socket {
  static readonly OPEN = 1;
  static last: Socket;
  readyState = Socket.OPEN;
  sent: string[] = [];
  onmessage: (message: { data: string }) => void = () => undefined;
  constructor() {
    Socket.last = this;
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {}
  push(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const decision = (id: string): View["decision"] => ({
  id,
  kind: "k",
  prompt: "p",
  rule: "R-1",
  moves: ["a", "b"],
  data: {},
});

function view(ply: number, asked: string | null): View {
  return {
    game: "rise", players: 2, ply, round: 1, phase: "p", active: 0, to_act: asked ? [0] : [1], over: false, scores: null,
    winners: [], you: 0, seats: [{}, {}], board: {}, decision: asked === null ? null : decision(asked), free: [],
  } as unknown as View;
} // prettier-ignore

const shown = (version: number, seen: View): Seen => ({ version, seat: 0, events: [], view: seen });

/** Answers of the server by the end of their path; previews wait until they are released. */
const answers: Record<string, unknown> = {};
let previews: ((answer: unknown) => void)[] = [];

async function answer(path: string): Promise<Response> {
  const end = path.split("?")[0]!.split("/").at(-1)!;
  const body = end === "preview" ? await new Promise((done) => previews.push(done)) : (answers[end] ?? {});
  return Response.json(body);
}

beforeEach(() => {
  previews = [];
  const nothing = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("matchMedia", () => nothing);
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("location", { href: "http://localhost/" });
  vi.stubGlobal("document", { hidden: false, documentElement: { dataset: {} } });
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("fetch", answer);
  answers["t"] = { ...shown(1, view(0, "q1")), table: { game: "rise", seats: [] }, left: null, chat: [] };
});

afterEach(() => vi.unstubAllGlobals());

/** The first test also compiles all modules. */
vi.setConfig({ testTimeout: 60_000 });

async function opened(): Promise<LiveTable> {
  const { LiveTable } = await import("../src/lib/live.svelte");
  const table = await LiveTable.open("t");
  Socket.last.push({ type: "view", ...shown(1, view(0, "q1")) });
  return table;
}

test("a plan whose question was answered while its preview was made is dropped", async () => {
  const table = await opened();
  table.pick("a");
  await vi.waitFor(() => expect(previews).toHaveLength(1));
  Socket.last.push({
    type: "patch",
    after: 1,
    version: 2,
    seat: 0,
    events: [],
    patch: { ply: 1, to_act: [1], decision: null },
    nulls: [["decision"]],
  });
  expect(table.base.decision).toBeNull();
  previews[0]!({
    events: [],
    changes: [],
    moves: ["a"],
    until: "choice",
    view: view(1, "later"),
    stopped: false,
    at: 1,
  });
  await new Promise((done) => setTimeout(done, 20));
  expect(table.plan).toEqual([]);
  expect(table.view).toEqual(view(1, null));
  table.close();
});

test("a plan whose question still stands is kept", async () => {
  const table = await opened();
  table.pick("a");
  await vi.waitFor(() => expect(previews).toHaveLength(1));
  previews[0]!({
    events: [],
    changes: [],
    moves: ["a"],
    until: "choice",
    view: view(1, "later"),
    stopped: false,
    at: 1,
  });
  await vi.waitFor(() => expect(table.plan).toEqual(["a"]));
  expect(table.view.ply).toBe(1);
  table.close();
});

test("a patch that does not follow asks for the whole view", async () => {
  const table = await opened();
  Socket.last.push({ type: "patch", after: 4, version: 5, seat: 0, events: [], patch: { ply: 3 } });
  expect(Socket.last.sent).toEqual(['{"type":"whole"}']);
  expect(table.base.ply).toBe(0);
  Socket.last.push({ type: "view", ...shown(5, view(3, null)) });
  expect(table.base.ply).toBe(3);
  table.close();
});
