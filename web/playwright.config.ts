import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const found = [process.env.TAFELRUNDE_CHROMIUM, "/usr/bin/chromium"].find((path) => path && existsSync(path));
if (!found) throw new Error("There is no Chromium: run `make test-web`, or set TAFELRUNDE_CHROMIUM.");

export default defineConfig({
  // On a shared machine a click may meet a page that is just changing. A test that fails three times fails the run.
  retries: 2,
  testDir: "tests",
  testMatch: "*.spec.ts",
  // These need a server that `make test-install`, or a game that `make new-game`, has installed; waits are measured by `make waits`.
  testIgnore: [
    ...(process.env.TAFELRUNDE_URL ? [] : ["installed.spec.ts"]),
    ...(process.env.TAFELRUNDE_GAME ? [] : ["third_party.spec.ts"]),
    ...(process.env.WAITS ? [] : ["waits.spec.ts"]),
  ],
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    // The others' moves are not shown step by step; the boards' own animations are off.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: found, args: ["--no-sandbox"] },
    screenshot: "only-on-failure",
  },
});
