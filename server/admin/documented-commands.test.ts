/** docs/admin.md shows the existing commands, called correctly. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commands } from "#server/admin/commands.ts";
import { readCommand } from "#server/admin/read-command.ts";

const documents = ["README.md", "CONTRIBUTING.md", "docs/admin.md", "docs/decisions.md"];
const lines = documents.flatMap((document) =>
  [
    ...readFileSync(new URL(`../../${document}`, import.meta.url), "utf8").matchAll(
      /npm run admin -- ([^`\n]+)/g,
    ),
  ].map(([, words = ""]) => words.trim()),
);
const calls = lines.map((line) => ({
  line,
  words: (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', "")),
}));

test.each(calls)("npm run admin -- $line is understood", ({ words }) => {
  expect(() => readCommand(commands, words)).not.toThrow();
});

test("every command has an example in docs/admin.md", () => {
  const shown = calls.flatMap(({ words }) => {
    const request = readCommand(commands, words);
    return request.kind === "command" ? [request.command.name] : [];
  });
  expect(commands.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([]);
});
