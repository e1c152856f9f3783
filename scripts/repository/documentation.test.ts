import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { inRoot } from "#scripts/project/paths.mjs";

const read = (file: string) => readFileSync(inRoot(file), "utf8");
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ...globSync("docs/**/*.md", { cwd: inRoot(".") }),
];
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read("package.json")));

const found = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name)),
];

describe.each(documents)("%s", (document) => {
  const text = read(document);

  test("names only commands that exist", () => {
    const commands = found(text, /\bnpm (?:run )?(start|test|(?<=run )[\w:-]+)/g);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });

  test("names only files that exist", () => {
    const links = found(text, /\]\((?!https?:)([^)#]+)/g);
    const programs = found(text, /\bnode ((?:scripts|server)\/[\w/.-]+)/g);
    const beside = path.dirname(document);
    const files = [...links.map((link) => path.join(beside, link)), ...programs];
    expect(files.filter((file) => !existsSync(inRoot(file)))).toEqual([]);
  });
});

test("every command of package.json is documented", () => {
  const text = documents.map(read).join("\n");
  const undocumented = Object.keys(scripts).filter(
    (name) => !text.includes(`npm ${name}`) && !text.includes(`npm run ${name}`),
  );
  expect(undocumented).toEqual([]);
});

test("every program that a command runs exists", () => {
  const programs = Object.values(scripts).map(
    (command) => /^node (\S+)/.exec(command)?.[1] ?? command,
  );
  expect(programs.filter((file) => !existsSync(inRoot(file)))).toEqual([]);
});

const variables = () => found(read("server/env.ts"), /^ {4}([A-Z][A-Z_0-9]+):/gm);

test("the environment table of the README is that of the server", () => {
  const documented = found(read("README.md"), /^\| `([A-Z_0-9]+)`/gm);
  expect(documented.toSorted()).toEqual(variables().toSorted());
});

test("Compose hands the node every variable that an operator of containers may set", () => {
  const notHandedOn = [
    ...["NODE_ENV", "PORT", "VAR_DIR"], // the image sets them
    ...["OPERATOR", "OPERATOR_TOKEN"], // of the operator's commands, not of a server
    ...["PUBLIC_PORT", "PUBLIC_SCHEME"], // the proxy of Compose serves https at its own port
    "CAPTCHA_TEST_ANSWER", // of tests
  ];
  const handedOn = found(read("deploy/compose.yaml"), /^ {4}([A-Z][A-Z_0-9]+):/gm);
  expect([...handedOn, ...notHandedOn]).toEqual(expect.arrayContaining(variables()));
});

test("the README names the oldest browsers that Next compiles the pages for", async () => {
  const { default: targets } = await import("next/dist/shared/lib/modern-browserslist-target.js");
  expect(targets).toEqual(["chrome 111", "edge 111", "firefox 111", "safari 16.4"]);
  // Firefox has had `toSorted` and its like since 115, four versions after the others.
  expect(read("README.md")).toContain(
    "for Chrome and Edge from 111, Firefox from 115 and Safari from 16.4",
  );
});
