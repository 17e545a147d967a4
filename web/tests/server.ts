/** A real `tafelrunde serve` on a free port with a database of its own. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
export const PYTHON =
  process.env.TAFELRUNDE_PYTHON ?? [join(ROOT, ".venv/bin/python")].find((path) => existsSync(path)) ?? "python3";
/** The server is that of this project, unless the interpreter has one of its own installed. */
export const ENV = process.env.TAFELRUNDE_INSTALLED
  ? { ...process.env }
  : { ...process.env, PYTHONPATH: join(ROOT, "src") };

export class Server {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /** `more` are further options of the command; without a port among them it takes a free one. */
  static async start(
    folder = mkdtempSync(join(tmpdir(), "tafelrunde-")),
    more: string[] = ["--port", "0"],
    env: Record<string, string> = {},
  ): Promise<Server> {
    const args = ["-m", "tafelrunde.cli.main", "serve", "--db", `sqlite:///${join(folder, "test.db")}`, ...more];
    const child = spawn(PYTHON, args, { env: { ...ENV, ...env }, stdio: ["ignore", "pipe", "inherit"] });
    const url = await new Promise<string>((done, fail) => {
      let said = "";
      child.stdout.on("data", (words: Buffer) => {
        said += words.toString();
        const address = /http:\/\/\S+?:\d+/.exec(said)?.[0];
        if (address) done(address);
      });
      child.on("error", fail);
      child.on("exit", (code) => fail(new Error(`tafelrunde serve ended with ${code}: ${said}`)));
    });
    return new Server(url, child, folder);
  }

  get db(): string {
    return `sqlite:///${join(this.folder, "test.db")}`;
  }

  /** Stop, change the database, start again on another port. */
  async changed(statement: string): Promise<Server> {
    await this.stop(false);
    const change = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()";
    execFileSync(PYTHON, ["-c", change, join(this.folder, "test.db"), statement]);
    return Server.start(this.folder);
  }

  async stop(forget = true): Promise<void> {
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.removeAllListeners("exit");
    const gone = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGTERM");
    await Promise.race([ended, gone, new Promise((done) => setTimeout(done, 5000))]);
    this.process.kill("SIGKILL");
    if (forget) rmSync(this.folder, { recursive: true, force: true });
  }
}
