import query from "@tanstack/eslint-plugin-query";
import nextVitals from "eslint-config-next/core-web-vitals";
import a11y from "eslint-plugin-jsx-a11y";
import { defineConfig, globalIgnores } from "eslint/config";
import typescript from "typescript-eslint";

const typed = ["**/*.{ts,tsx}"];

/** Files that Next or a tool reads by their default export. */
const readByDefaultExport = [
  "app/**/*.{ts,tsx}",
  "lib/i18n/{format-message,request}.ts",
  "middleware.ts",
  "*.config.{ts,mjs}",
  "e2e/set-up.ts",
];

const byAlias = { group: ["../*"], message: "Import by the alias: #…" };

/** Mantine knows nothing of the browser's Back, which closes whatever lies over the page. */
const closedByBack = {
  name: "@mantine/core",
  importNames: ["Menu", "Popover", "HoverCard", "Modal", "Drawer"],
  message: "Back closes what lies over the page: import it from components/ui.",
};

/** What fails to load is thrown while it is rendered: the whole screen goes, and no retry brings it back (S-FAILURES). */
const loadedOnce = [
  { name: "next/dynamic", message: "Use useOnDemand, which tells of a failure and tries again." },
  {
    name: "react",
    importNames: ["lazy"],
    message: "Use useOnDemand, which tells of a failure and tries again.",
  },
];

const tooNew = "Chrome 111, Firefox 115 or Safari 16.4 does not have it.";
/** The oldest browsers that pages are made for (README) have neither these nor a polyfill. */
const missingInBrowsers = [
  ["AbortSignal", ["any"]],
  ["Array", ["fromAsync"]],
  ["Map", ["groupBy"]],
  ["Object", ["groupBy"]],
  ["Promise", ["try", "withResolvers"]],
  ["URL", ["parse"]],
].flatMap(([object, properties]) =>
  properties.map((property) => ({ object, property, message: tooNew })),
);
const missingMethods =
  "checkVisibility|difference|getOrInsert|intersection|isDisjointFrom|isSubsetOf|isSupersetOf|isWellFormed|showPopover|" +
  "startViewTransition|symmetricDifference|toBase64|toHex|togglePopover|toWellFormed|union";
const iteratorMethods = "drop|every|filter|find|flatMap|forEach|map|reduce|some|take|toArray";
const missingSyntax = [
  `CallExpression[callee.object.name!="z"][callee.property.name=/^(${missingMethods})$/]`,
  `CallExpression[callee.property.name=/^(${iteratorMethods})$/][callee.object.arguments.length=0][callee.object.callee.property.name=/^(entries|keys|values)$/]`,
  `CallExpression[callee.property.name=/^(${iteratorMethods})$/][callee.object.callee.property.name="matchAll"]`,
  "Literal[regex.flags=/v/]",
  "VariableDeclaration[kind=/using/]",
].map((selector) => ({ selector, message: tooNew }));

/** Combining marks make it slow. */
const normalizing = {
  selector: 'CallExpression[callee.object.name!="z"][callee.property.name="normalize"]',
  message: "Use normalized of lib/validation, whose time is bounded.",
};

export default defineConfig(
  globalIgnores([".next/**", "var/**", "coverage/**", "test-results/**", "next-env.d.ts"]),
  nextVitals,
  query.configs["flat/recommended-strict"],
  { files: ["**/*.tsx"], rules: a11y.configs.strict.rules },
  {
    files: typed,
    extends: [typescript.configs.strictTypeChecked, typescript.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/require-await": "off", // Fastify plugins and handlers are async by contract
      // `import { type T }` would load the module in the browser, though it uses nothing of it.
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/no-misused-spread": ["error", { allow: ["string"] }], // counts characters, as intended
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { ignoreRestSiblings: true, argsIgnorePattern: "^_" },
      ],
    },
  },
  {
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-lines": ["error", { max: 300, skipBlankLines: true }],
      "no-restricted-imports": ["error", { patterns: [byAlias] }],
    },
  },
  {
    files: ["{app,components,lib,server}/**"],
    ignores: ["**/*.test.{ts,tsx}", "server/db/migrations/**"],
    // Most have under fifty; those that list routes, or wire the parts of a service, may have twice as many.
    rules: {
      "max-lines-per-function": ["error", { max: 100, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ["app/**", "components/**"],
    ignores: ["components/ui/overlays/{floating,menu,modal,drawer}.tsx"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [byAlias], paths: [closedByBack, ...loadedOnce] },
      ],
    },
  },
  {
    files: typed,
    ignores: readByDefaultExport,
    rules: { "import/no-default-export": "error" },
  },
  {
    files: ["app/**", "components/**", "lib/**"],
    rules: { "no-console": "error" },
  },
  {
    files: ["app/**", "components/**", "lib/**"],
    ignores: ["**/*.test.{ts,tsx}", "lib/testing/**"],
    rules: {
      "no-restricted-properties": ["error", ...missingInBrowsers],
      "no-restricted-syntax": ["error", normalizing, ...missingSyntax],
    },
  },
  {
    files: ["server/**"],
    ignores: ["**/*.test.ts"],
    rules: { "no-restricted-syntax": ["error", normalizing] },
  },
  {
    files: ["**/*.test.{ts,tsx}"],
    rules: { "@typescript-eslint/unbound-method": "off" }, // expect(object.method) only looks
  },
  {
    files: ["**/*.cjs"],
    languageOptions: { sourceType: "commonjs" },
  },
);
