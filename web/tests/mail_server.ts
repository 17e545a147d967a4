/** A mail server whose mails can be read, and a `tafelrunde serve` that uses it. */
import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "@playwright/test";
import { ENV, PYTHON, Server } from "./server";

interface Mail {
  to: string;
  text: string;
}

export class MailServer {
  readonly mails: Mail[] = [];

  private constructor(
    private readonly process: ChildProcess,
    private readonly port: string,
  ) {}

  static async start(): Promise<MailServer> {
    const child = spawn(PYTHON, [join(import.meta.dirname, "mail_server.py")], {
      env: ENV,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface(child.stdout!);
    const port = await new Promise<string>((done, fail) => {
      lines.once("line", done);
      child.once("exit", (code) => fail(new Error(`the mail server ended with ${code}`)));
    });
    const server = new MailServer(child, port);
    lines.on("line", (line) => server.mails.push(JSON.parse(line) as Mail));
    return server;
  }

  /** A server that sends its mails here. The links in them need its address, so the port is chosen first. */
  async serve(): Promise<Server> {
    const port = await new Promise<number>((done) => {
      const probe = createServer().listen(0, "127.0.0.1", () => {
        const found = (probe.address() as AddressInfo).port;
        probe.close(() => done(found));
      });
    });
    return Server.start(undefined, ["--port", `${port}`, "--origin", `http://127.0.0.1:${port}`], {
      TAFELRUNDE_SMTP_HOST: "127.0.0.1",
      TAFELRUNDE_SMTP_PORT: this.port,
      TAFELRUNDE_SMTP_TLS: "none",
      TAFELRUNDE_SMTP_SENDER: "table@play.example",
    });
  }

  /** The links to a page in the mails to an address, as soon as there are so many. */
  async links(to: string, page: string, count: number): Promise<string[]> {
    const found = (): string[] =>
      this.mails
        .filter((mail) => mail.to === to)
        .flatMap(({ text }) => text.match(RegExp(`\\S+${page}#\\S+`, "g")) ?? []);
    await expect.poll(() => found().length, { message: `mails to ${to} with a link to ${page}` }).toBe(count);
    return found();
  }

  stop(): void {
    this.process.kill();
  }
}
