/** Fakes stand only at the edge of the process, so no test replaces a module or a method of the project. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "#scripts/project/paths.mjs";

/** Each as "file: module". */
const exceptions = [
  // The network fails while the code of the languages' menu, of the years and of the filters is fetched.
  "components/languages/language-menu-missing.test.tsx: #components/languages/language-menu.tsx",
  "components/people/filters/fields-missing.test.tsx: #components/people/filters/filter-fields.tsx",
  "components/people/filters/fields-missing.test.tsx: #components/people/filters/year-fields.tsx",
  // Counts how often the code of the chart is loaded.
  "components/profile/views-card.test.tsx: #components/profile/views-chart.tsx",
  // The network fails while the later steps are fetched.
  "components/recovery/recovery-unfetched.test.tsx: #components/recovery/recovery-steps.tsx",
  // The network fails while the code of the menus is fetched.
  "components/ui/overlays/menu.test.tsx: #components/ui/overlays/floating.tsx",
  // The network fails while the code of the toaster is fetched.
  "components/ui/toasts/toasts.test.tsx: #components/ui/toasts/toaster.tsx",
  // Counts the comparisons of a login, which are done on another thread.
  "server/auth/login-work.mocked.api.test.ts: #server/auth/passwords/argon2.ts",
  // On a real connection a slow sender takes half a minute, so the test watches the limit that is lifted for them.
  "server/uploads/uploads.test.ts: #server/http/body-timeout.ts",
];

const replacement = /\bvi\s*\.(?:doMock|mock)\(\s*(?:import\(\s*)?["'`](?<module>[#.][^"'`]*)/g;

const modulesReplacedIn = (source: string): string[] =>
  [...source.matchAll(replacement)].map(({ groups }) => groups?.module ?? "");

/** Fakes of the edge of the process may be watched. */
const imported =
  /^import\s+(?:\*\s+as\s+(?<whole>\w+)|\{(?<names>[^}]*)\})\s+from\s+"#(?!components\/testing\/)/gm;
const spied = /\bvi\s*\.spyOn\(\s*(?<object>\w+)\s*,/g;

/** Objects of the project whose methods a test replaces or watches. */
function objectsSpiedOnIn(source: string): string[] {
  const own = [...source.matchAll(imported)].flatMap(({ groups }) =>
    (groups?.whole ?? groups?.names ?? "").split(",").map((name) => name.trim().split(/\s/).at(-1)),
  );
  return [...source.matchAll(spied)]
    .map(({ groups }) => groups?.object ?? "")
    .filter((object) => own.includes(object));
}

const foundIn = (look: (source: string) => string[]) =>
  globSync("{app,components,lib,scripts/testing,server}/**/*.{ts,tsx}", { cwd: inRoot(".") })
    .flatMap((file) => look(readFileSync(inRoot(file), "utf8")).map((found) => `${file}: ${found}`))
    .sort();

test("no test replaces a module of the project, except those with a reason", () => {
  expect(foundIn(modulesReplacedIn)).toEqual(exceptions);
});

test("no test replaces or watches a method of an object of the project", () => {
  expect(foundIn(objectsSpiedOnIn)).toEqual([]);
});

test.each([
  [`import { api, ApiFailure } from "#lib/api/api-client.ts";\nvi.spyOn(api, "post");`, "api"],
  [
    `import * as toasts from "#components/ui/toasts/toasts.ts";\nvi.spyOn(toasts, "show");`,
    "toasts",
  ],
  [
    `import {\n  type A,\n  b as cache,\n} from "#lib/b.ts";\nvi.spyOn(\n  cache,\n  "read",\n);`,
    "cache",
  ],
])("an object of the project that is spied on is seen: %s", (source, object) => {
  expect(objectsSpiedOnIn(source)).toEqual([object]);
});

test.each([
  `import { api } from "#lib/api/api-client.ts";\nvi.spyOn(document, "cookie", "set");`,
  `import { router } from "#components/testing/next-navigation.ts";\nvi.spyOn(router, "push");`,
])("what stands at the edge of the process may be spied on: %s", (source) => {
  expect(objectsSpiedOnIn(source)).toEqual([]);
});

test.each([
  [`vi.mock("#lib/api/socket.ts");`, "#lib/api/socket.ts"],
  [`vi.mock('./route-link.tsx', () => ({ RouteLink: "a" }));`, "./route-link.tsx"],
  [`vi.mock(import("#lib/api/socket.ts"), { spy: true });`, "#lib/api/socket.ts"],
  [`vi.doMock(\n  "#lib/auth/auth-context.tsx",\n  () => ({}),\n);`, "#lib/auth/auth-context.tsx"],
])("a module of the project that is replaced is seen: %s", (source, module) => {
  expect(modulesReplacedIn(source)).toEqual([module]);
});

test.each([
  `vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));`,
  `vi.mock(import("next/navigation"));`,
  `vi.mocked(showToast);`,
])("what is no module of the project may be replaced: %s", (source) => {
  expect(modulesReplacedIn(source)).toEqual([]);
});
