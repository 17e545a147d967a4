/** A WebSocket that reconnects automatically, from the last version received. */
import type { ClientMessage, ServerMessage } from "../wire/api";

const LISTEN = 15_000;
const SILENCE = 40_000;
/** The table cannot be used any more: there is nothing to come back to. */
const SET_APART = 4410;

export class Line {
  #socket: WebSocket | null = null;
  #closed = false;
  #tries = 0;
  #timer = 0;
  #heard = Date.now();
  #beat = window.setInterval(() => this.#check(), LISTEN);
  #off = new AbortController();

  constructor(
    private readonly address: () => URL,
    private readonly receive: (message: ServerMessage) => void,
    private readonly open: (open: boolean) => void,
    private readonly setApart: () => void = () => undefined,
  ) {
    const { signal } = this.#off;
    addEventListener("offline", () => this.#lose(), { signal });
    addEventListener("online", () => this.#again(0), { signal });
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#off.abort();
    clearInterval(this.#beat);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    if (this.#closed) return;
    const socket = (this.#socket = new WebSocket(this.address()));
    socket.onopen = () => {
      this.#tries = 0;
      this.#heard = Date.now();
      this.open(true);
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      this.#heard = Date.now();
      if (socket === this.#socket) this.receive(JSON.parse(message.data) as ServerMessage);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      if (code !== SET_APART) return this.#lose();
      this.close();
      this.setApart();
    };
  }

  #lose(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    if (this.#closed) return;
    this.open(false);
    this.#again(Math.min(10_000, 300 * 2 ** this.#tries++));
  }

  #again(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#socket ?? this.#connect(), wait);
  }

  /** A connection that died without a word is noticed by its silence. */
  #check(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.#heard > SILENCE) this.#lose();
    else this.send({ type: "ping" });
  }
}

/** Where a table is listened to; `seat` names one of several own seats. */
export function liveAddress(table: string, version: number, seat: number | null): URL {
  const url = new URL(`/api/tables/${table}/live`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("version", String(version));
  url.searchParams.set("patch", "seats");
  if (seat !== null) url.searchParams.set("seat", String(seat));
  return url;
}
