/** An exported name means one thing in the whole project, so that a search for it finds only that thing. */
import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { inRoot } from "#scripts/project/paths.mjs";

/** Names that may be defined more than once, by the files where they may. */
const exceptions = [
  // Next requires these in every page and layout.
  {
    names: /^(?:metadata|generateMetadata|viewport|dynamic|revalidate|generateStaticParams)$/,
    files: /^app\/.*\/(?:page|layout)\.tsx$/,
  },
  // The migrator requires the one in every migration, and reads the other.
  { names: /^(up|outsideTransaction)$/, files: /^server\/db\/migrations\// },
  // Replaces "next/navigation" in tests, so it has the same names.
  {
    names: /^use(?:Router|Pathname|SearchParams)$/,
    files: /^components\/testing\/next-navigation\.ts$/,
  },
  // Replaces server/auth/passwords/argon2.ts in API tests, so it has the same names.
  { names: /^argon2(?:Hash|Verify)$/, files: /^server\/testing\/cheap-argon2\.ts$/ },
  // Journeys import nothing of the server: they answer the captcha of a process of their own.
  { names: /^captchaAnswer$/, files: /^e2e\/kampus\.ts$/ },
  // The texts of a page in a journey. Journeys never use the schema of that name.
  { names: /^text$/, files: /^e2e\/fixtures\.ts$/ },
];

/** The names that a module defines and exports; re-exports are defined elsewhere. */
function exportedNames(file: string, source: string): string[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  return [...new Set(parsed.statements.flatMap(namesOf))];
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, moduleSpecifier } = statement;
    if (moduleSpecifier || !exportClause || !ts.isNamedExports(exportClause)) return [];
    return exportClause.elements.map(({ name }) => name.text);
  }
  if (!isExported(statement)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const { name } = statement as ts.DeclarationStatement; // nothing else can be exported by its name
  return name ? [name.text] : [];
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  const kinds = modifiers?.map(({ kind }) => kind) ?? [];
  return (
    kinds.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DefaultKeyword)
  );
}

const boundNames = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) =>
        ts.isBindingElement(element) ? boundNames(element.name) : [],
      );

/** Each name that several of the files export, with those files. */
function namesDefinedTwice(sources: readonly { file: string; source: string }[]): string[] {
  const filesByName = new Map<string, string[]>();
  for (const { file, source } of sources)
    for (const name of exportedNames(file, source)) {
      if (exceptions.some(({ names, files }) => names.test(name) && files.test(file))) continue;
      filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
    }
  return [...filesByName]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `${name}: ${files.join(", ")}`);
}

test("an exported name is defined in one file", () => {
  const files = globSync("{app,bench,components,e2e,lib,server}/**/*.{ts,tsx}", {
    cwd: inRoot("."),
  });
  const sources = files.map((file) => ({ file, source: readFileSync(inRoot(file), "utf8") }));
  expect(namesDefinedTwice(sources)).toEqual([]);
});

test("a name that two files define is seen, however they export it", () => {
  const sources = [
    { file: "lib/a.ts", source: "export const period = 1; export type Period = number;" },
    { file: "lib/b.ts", source: "const period = 2; export { period };" },
    { file: "lib/c.ts", source: "export interface Period { start: number }" },
    { file: "lib/d.ts", source: "export const { tie, ties: [first] } = past;" },
    { file: "lib/e.ts", source: "export async function tie() {}; export class first {}" },
  ];
  expect(namesDefinedTwice(sources)).toEqual([
    "period: lib/a.ts, lib/b.ts",
    "Period: lib/a.ts, lib/c.ts",
    "tie: lib/d.ts, lib/e.ts",
    "first: lib/d.ts, lib/e.ts",
  ]);
});

test("a schema and its type, a default export and a re-exported name do not count as defined twice", () => {
  const sources = [
    { file: "lib/a.ts", source: "export const Period = 1; export type Period = number;" },
    { file: "lib/b.ts", source: 'export { Period } from "#lib/a.ts"; export * from "#lib/a.ts";' },
    { file: "lib/c.ts", source: "export default function Period() {}; const inner = 1;" },
    { file: "app/x/page.tsx", source: "export const generateMetadata = one;" },
    { file: "app/y/page.tsx", source: "export const generateMetadata = other;" },
  ];
  expect(namesDefinedTwice(sources)).toEqual([]);
});
