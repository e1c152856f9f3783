// @ts-check
/**
 * Turbopack drops the exports of a module that no other module uses, but zod's modules use each other as wholes: a
 * browser would load 10 KB of it in vain. So before a build of the pages Rolldown makes one module of what the schemas
 * call, which is then cut in two: the part that the pages of visitors do not need becomes a module of its own.
 */
import { globSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { rolldown } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import * as zod from "zod/mini";
import { inRoot } from "./project/paths.mjs";

/** Only schemas of members' pages call these. Another page that did would load the second module, too. */
const later = new Set([
  "_default",
  "discriminatedUnion",
  "guid",
  "nullish",
  "partial",
  "readonly",
  "union",
  "url",
]);

/** Where this file exists, next.config.ts uses it instead of "zod/mini". */
const slim = inRoot("node_modules/.cache/kampus/zod-mini.js");
const folder = path.dirname(slim);

const entry = `${slim}.entry.js`;
const { names, formats } = called();
await mkdir(folder, { recursive: true });
await writeFile(
  entry,
  `import { iso as all } from "zod/mini";
export { ${names.join(", ")} } from "zod/mini";
export const iso = { ${formats.map((name) => `${name}: all.${name}`).join(", ")} };
`,
);
const bundle = await rolldown({ input: entry, platform: "browser" });
const { output } = await bundle.generate();
await bundle.close();
await rm(entry);
await writeCut(output[0].code);

/**
 * The functions that are called, and of those in `z.iso`, which brings all its formats where it is whole. Types, which
 * stand before `<` or are not there at run time, would bring functions of the same name along.
 */
function called() {
  const sources = globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: inRoot(".") })
    .map((file) => readFileSync(inRoot(file), "utf8"))
    .filter((source) => source.includes('from "zod/mini"'));
  const found = (/** @type {RegExp} */ pattern) =>
    sources.flatMap((source) => [...source.matchAll(pattern)]).map(([, name = ""]) => name);
  return {
    names: [...new Set(found(/\bz\s*\.([a-z_]\w*)\b(?!\s*<)/g))]
      .filter((name) => name !== "core" && name !== "iso" && name in zod)
      .sort(),
    formats: [...new Set(found(/\bz\s*\.iso\s*\.(\w+)/g))].sort(),
  };
}

/** @typedef {ReturnType<typeof parseAst>["body"][number]} Node */
/** @typedef {{ text: string, declares: string[], uses: Set<string> }} Statement */

/**
 * Writes the two halves of the module, and a third module that re-exports both.
 * @param {string} code
 */
async function writeCut(code) {
  const program = parseAst(code);
  const shown = program.body
    .filter((node) => node.type === "ExportNamedDeclaration")
    .flatMap(({ specifiers }) => specifiers)
    .map(({ local, exported }) => ({ local: nameOf(local), exported: nameOf(exported) }));
  const statements = program.body
    .filter((node) => node.type !== "ExportNamedDeclaration")
    .map((node) => ({
      text: code.slice(node.start, node.end),
      declares: declaredBy(node),
      uses: usedBy(node),
    }));
  const begin = shown.filter(({ exported }) => !later.has(exported)).map(({ local }) => local);
  const first = neededBy(new Set(begin), statements);
  const others = statements.filter((statement) => !first.includes(statement));
  const firstNames = first.flatMap(({ declares }) => declares);
  const borrowed = firstNames.filter((name) => others.some(({ uses }) => uses.has(name)));
  const handedOn = (/** @type {Statement[]} */ from) =>
    shown
      .filter(({ local }) => from.some(({ declares }) => declares.includes(local)))
      .map(({ local, exported }) => `${local} as ${exported}`)
      .join(", ");
  const files = {
    "package.json": `{ "type": "module", "sideEffects": false }`,
    "zod-first.js": `${textOf(first)}
export { ${firstNames.join(", ")} };`,
    "zod-later.js": `import { ${borrowed.join(", ")} } from "./zod-first.js";
${textOf(others)}
export { ${others.flatMap(({ declares }) => declares).join(", ")} };`,
    [path.basename(slim)]: `export { ${handedOn(first)} } from "./zod-first.js";
export { ${handedOn(others)} } from "./zod-later.js";`,
  };
  for (const [name, text] of Object.entries(files))
    await writeFile(path.join(folder, name), `${text}\n`);
}

/**
 * The statements that declare the names and, in turn, what these use. What declares nothing has an effect by itself.
 * @param {Set<string>} names
 * @param {Statement[]} statements
 */
function neededBy(names, statements) {
  const needed = statements.filter(
    ({ declares }) => declares.length === 0 || declares.some((name) => names.has(name)),
  );
  const all = new Set([...names, ...needed.flatMap(({ uses }) => [...uses])]);
  return all.size === names.size ? needed : neededBy(all, statements);
}

/** @param {Statement[]} statements */
function textOf(statements) {
  return statements.map(({ text }) => text).join("\n");
}

/** @param {Extract<Node, { type: "ExportNamedDeclaration" }>["specifiers"][number]["local"]} name */
function nameOf(name) {
  return name.type === "Literal" ? name.value : name.name;
}

/**
 * @param {Node} node
 * @returns {string[]}
 */
function declaredBy(node) {
  if (node.type === "VariableDeclaration")
    return node.declarations.flatMap(({ id }) => (id.type === "Identifier" ? id.name : []));
  const isNamed = node.type === "FunctionDeclaration" || node.type === "ClassDeclaration";
  return isNamed && node.id ? [node.id.name] : [];
}

/**
 * Names in the node that may refer to other statements. Extra names only keep more code.
 * @param {object} node
 * @returns {Set<string>}
 */
function usedBy(node) {
  const names = new Set();
  JSON.stringify(node, function (/** @type {string} */ key, value) {
    const isOfOther = (key === "property" || key === "key") && !this.computed && !this.shorthand;
    if (isOfOther && value?.type === "Identifier") return null;
    if (value?.type === "Identifier") names.add(value.name);
    return typeof value === "bigint" ? null : value;
  });
  return names;
}
