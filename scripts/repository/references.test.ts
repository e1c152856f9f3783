/**
 * References of comments and documents exist: files by their paths, rules by their ids, and the roads of
 * docs/architecture.md.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { inRoot } from "#scripts/project/paths.mjs";

const read = (file: string) => readFileSync(inRoot(file), "utf8");
const find = (pattern: string) => globSync(pattern, { cwd: inRoot(".") });

const documents = ["README.md", "CONTRIBUTING.md", ...find("docs/*.md")];
/** All files but this one, whose examples are meant to lead nowhere. */
const sources = [
  ...find("{app,bench,components,deploy,e2e,lib,scripts,server}/**/*.{ts,tsx,mjs,js,css}"),
  ...find("*.{ts,mjs,cjs}"),
  ".dependency-cruiser.cjs",
].filter((file) => file !== path.join("scripts", "repository", "references.test.ts"));
const basenames = new Set(
  [...sources, ...documents, ...find("{data,messages}/**"), ...find("*.json")].map((file) =>
    path.basename(file),
  ),
);

const commentsOf = (source: string) =>
  (source.match(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*/gm) ?? []).join("\n");

const fileName =
  /(?<![\w/:.*<>@-])(?:[\w@[\]()%.-]+\/)*[\w.-]+\.(?:tsx?|mjs|cjs|md|module\.css)(?![\w/-])/g;

/** File names that a text holds and that lead nowhere, from the root, from `beside` or by the name alone. */
function missingFiles(text: string, beside: string): string[] {
  const named = new Set(text.match(fileName)?.map((name) => name.replace(/^\(/, "")));
  return [...named].filter(
    (name) =>
      !existsSync(inRoot(name)) &&
      !existsSync(inRoot(path.join(beside, name))) &&
      !(basenames.has(name) && !name.includes("/")),
  );
}

/** Folders that a document names between backticks. A name in angle brackets stands for any. */
function missingFolders(text: string): string[] {
  const named = [
    ...text.matchAll(
      /`((?:app|bench|components|data|deploy|docs|e2e|lib|messages|scripts|server)\/[^`\s]*\/)`/g,
    ),
  ];
  return named
    .map(([, folder = ""]) => folder)
    .filter((folder) => !folder.includes("<"))
    .flatMap(withoutBraces)
    .filter((folder) => !existsSync(inRoot(folder)));
}

function withoutBraces(name: string): string[] {
  const [, before = "", choice = "", after = ""] = /^(.*?)\{(.*?)\}(.*)$/.exec(name) ?? [];
  return choice ? choice.split(",").flatMap((one) => withoutBraces(before + one + after)) : [name];
}

const ruleId = /(?<![\w-])(?:[DS]-[A-Z]{3,}(?:-[A-Z]+)*|SEC-[A-Z]\d+)(?![\w-])/g;
const defined = [
  ...[...read("docs/decisions.md").matchAll(/^#+ ([DS]-[A-Z-]+):/gm)].map(([, id]) => id),
  ...[...read("docs/security.md").matchAll(/\((SEC-[^)]+)\)/g)].flatMap(
    ([, ids = ""]) => ids.match(ruleId) ?? [],
  ),
];

const unknownRules = (text: string) =>
  [...new Set(text.match(ruleId))].filter((id) => !defined.includes(id));

test("every file that a comment names exists", () => {
  const missing = sources.flatMap((file) =>
    missingFiles(commentsOf(read(file)), path.dirname(file)).map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test.each(documents)("every file and folder that %s names exists", (document) => {
  // Links are followed by documentation.test.ts.
  const text = read(document).replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  expect([...missingFiles(text, path.dirname(document)), ...missingFolders(text)]).toEqual([]);
});

test("no comment cites a paper by its section or row, but an RFC", () => {
  const citing = sources.filter((file) =>
    /(?<!RFC \d+ )§|\.md [A-Z]\d/.test(commentsOf(read(file))),
  );
  expect(citing).toEqual([]);
});

test("every rule that is cited is defined, and none twice", () => {
  const unknown = [...sources, ...documents].flatMap((file) =>
    unknownRules(read(file)).map((id) => `${file}: ${id}`),
  );
  expect(unknown).toEqual([]);
  expect(defined.filter((id, index) => defined.indexOf(id) < index)).toEqual([]);
});

test("a reference that leads nowhere is found", () => {
  const text = [
    "see gone.ts",
    "docs/gone.md says",
    "lib/gone/schema.ts",
    "(D-GONE",
    "S-GONE",
    "SEC-Z9)",
  ];
  expect(missingFiles(text.join(" "), ".")).toEqual([
    "gone.ts",
    "docs/gone.md",
    "lib/gone/schema.ts",
  ]);
  expect(missingFolders("`lib/{api,gone}/` and `server/<feature>/`")).toContain("lib/gone/");
  expect(unknownRules(text.join(" "))).toEqual(["D-GONE", "S-GONE", "SEC-Z9"]);
});

const roads = read("docs/architecture.md")
  .split(/^## /m)
  .filter((section) => section.startsWith("The road of"))
  .map((section) => ({
    title: section.split("\n", 1)[0] ?? "",
    steps: [...section.matchAll(/^\d+\. (→ )?`([^`]+)`/gm)].map(([, arrow, file = ""]) => ({
      isCalled: arrow !== undefined,
      file,
    })),
  }));

/** A reader follows no more files than this from the first step to the last. */
const stepsMax = 20;

describe.each(roads)("$title", ({ steps }) => {
  test(`takes at most ${stepsMax} files`, () => {
    expect(steps.length).toBeLessThanOrEqual(stepsMax);
  });

  test("imports each step that has an arrow in the step before", () => {
    expect(steps.length).toBeGreaterThan(5);
    const astray = steps.filter(({ isCalled, file }, index) => {
      const before = steps[index - 1]?.file;
      if (!isCalled || !before) return isCalled;
      const source = read(before);
      return !source.includes(`"#${file}"`) && !source.includes(`"./${path.basename(file)}"`);
    });
    expect(astray.map(({ file }) => file)).toEqual([]);
  });
});
