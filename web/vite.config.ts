import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const SERVER = process.env.TAFELRUNDE_SERVER ?? "http://127.0.0.1:8000";

/** `import gears from "icon:gears"`: one drawing out of the icon set, so that only those in use are shipped. */
function gameIcons(): Plugin {
  const path = createRequire(import.meta.url).resolve("@iconify-json/game-icons/icons.json");
  const set = JSON.parse(readFileSync(path, "utf-8")) as { icons: Record<string, { body: string }> };
  return {
    name: "game-icons",
    resolveId: (id) => (id.startsWith("icon:") ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith("\0icon:")) return null;
      const icon = set.icons[id.slice("\0icon:".length)];
      if (!icon) this.error(`There is no icon ${id.slice("\0icon:".length)} in @iconify-json/game-icons.`);
      return `export default ${JSON.stringify(icon.body)}`;
    },
  };
}

export default defineConfig({
  plugins: [gameIcons(), svelte()],
  build: { outDir: "../src/tafelrunde/web/static", emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
});
