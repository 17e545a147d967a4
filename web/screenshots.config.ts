import config from "./playwright.config";

/** `make screenshots`: the same browser, other work. */
export default { ...config, testMatch: "screenshots.ts", timeout: 600_000 };
