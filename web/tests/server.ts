/** A real `tafelrunde serve` on a free port with a database of its own. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
export const PYTHON =
  process.env.TAFELRUNDE_PYTHON ?? [join(ROOT, ".venv/bin/python")].find((path) => existsSync(path)) ?? "python3";
export const ENV = { ...process.env, PYTHONPATH: join(ROOT, "src") };

export class Server {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), "tafelrunde-"));
    const args = ["-m", "tafelrunde.cli.main", "serve", "--port", "0", "--db", `sqlite:///${join(folder, "test.db")}`];
    const child = spawn(PYTHON, args, { env: ENV, stdio: ["ignore", "pipe", "inherit"] });
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

  async stop(): Promise<void> {
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.removeAllListeners("exit");
    const gone = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGTERM");
    await Promise.race([ended, gone, new Promise((done) => setTimeout(done, 5000))]);
    this.process.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
