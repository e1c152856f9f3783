import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "#scripts/project/paths.mjs";

/** Addresses of our own pages, written out. The only ones are in lib/routes.ts and lib/site/surfaces.ts. */
const writtenOut = [
  /\bhref=\{?["'`]\//,
  /\b(?:redirect|(?:router|location)\.(?:push|replace|assign))\(\s*["'`]\//,
  /["'`]https?:\/\/(?!www\.w3\.org\/)[\w$]/,
  /\/\/(?:site|profile|chat|api|messenger|mail)\./,
  /\b(?:site|profile|chat|api|messenger|mail)\.\$\{/,
  /kampus\.localhost/,
];

const isWrittenOut = (line: string) => writtenOut.some((pattern) => pattern.test(line));

test("no page or component spells out the address of a page", () => {
  const offences = globSync("{app,components}/**/*.{ts,tsx}", { cwd: inRoot(".") })
    .filter((file) => !/\.test\.tsx?$|^components\/testing\//.test(file))
    .flatMap((file) =>
      readFileSync(inRoot(file), "utf8")
        .split("\n")
        .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
        .filter(({ line }) => isWrittenOut(line))
        .map(({ line, place }) => `${place} ${line.trim()}`),
    );
  expect(offences).toEqual([]);
});

test.each([
  `<a href="/signup">`,
  "<Link href={`/users/${id}`}>",
  `router.push("/friends")`,
  `const help = "https://kampus.example/help"`,
  "const host = `chat.${rootDomain}`",
])("an address written out is seen: %s", (line) => {
  expect(isWrittenOut(line)).toBe(true);
});

test.each([
  `<RouteLink route={routes.signup()}>`,
  `xmlns="http://www.w3.org/2000/svg"`,
  `href="#main"`,
  `path.replace("/api", "")`,
])("what is no such address passes: %s", (line) => expect(isWrittenOut(line)).toBe(false));
