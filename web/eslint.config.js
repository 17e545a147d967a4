import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["src/wire/api.ts", "node_modules", "test-results"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      // `noUncheckedIndexedAccess` makes every look-up optional; where the key is known to be there, `!` says so.
      "@typescript-eslint/no-non-null-assertion": "off",
      // Caches and collections that are made anew are not reactive on purpose; what is shown is `$state` or `$derived`.
      "svelte/prefer-svelte-reactivity": "off",
      // TypeScript knows the names that exist.
      "no-undef": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
);
