import { describe, expect, test } from "vitest";
import { UsageFault } from "#server/admin/command.ts";
import { commands } from "#server/admin/commands.ts";
import { readCommand } from "#server/admin/read-command.ts";

const read = (...args: string[]) => readCommand(commands, args);
const help = (...args: string[]) => {
  const request = read(...args);
  return request.kind === "help" ? request.text : "";
};

test("without words, or with help alone, all commands are shown", () => {
  for (const args of [[], ["help"], ["--help"]])
    for (const { name } of commands) expect(help(...args)).toContain(`  ${name} `);
});

test("a group shows its commands", () => {
  expect(help("members")).toContain("members suspend");
  expect(help("members", "--help")).not.toContain("statistics");
  expect(help("reports", "--help")).toMatch(/--state STATE[^]*reports settle/);
});

describe.each(commands)("$name", (command) => {
  test("lists its arguments, its roles and an example that it accepts", () => {
    const text = help(...command.name.split(" "), "-h");
    const options = Object.keys(command.options ?? {}).map((option) => `--${option}`);
    for (const part of [...options, command.summary, command.example]) expect(text).toContain(part);
    expect(text.includes("--dry-run")).toBe(command.writes === true);
    expect(text.includes("--json")).toBe(command.lists === true);
    const words = command.example.match(/"[^"]*"|\S+/g) ?? [];
    const request = read(...words.map((word) => word.replaceAll('"', "")));
    expect(request).toMatchObject({ kind: "command", command: { name: command.name } });
  });
});

test.each([
  [["membres", "find", "x"], /nearest command is npm run admin -- members find/],
  [["members", "supsend", "3"], /nearest command is npm run admin -- members suspend/],
  [["reports", "shwo", "3"], /nearest command is npm run admin -- reports show/],
  [["statistic"], /nearest command is npm run admin -- statistics/],
  [["members", "blok", "3"], /nearest command is npm run admin -- members suspend/],
  [["members", "ban", "3"], /"members ban" is not understood/],
  [["members", "find"], /TEXT… is missing/],
  [["settings", "set", "telegram"], /VALUE is missing/],
  [["institutions", "merge", "173"], /INTO is missing/],
  [["members", "suspend", "3"], /--reason is missing/],
  [["members", "create", "--email", "a@b.example"], /--surname is missing[^]*--name is missing/],
  [["members", "create", "--password", "secret"], /--password/],
  [["reports", "--every"], /--every/],
  [["reports", "--dry-run"], /--dry-run/],
  [["members", "verify", "3", "--json"], /--json/],
])("what is not understood is named to the operator: %j", (args, fault) => {
  expect(() => read(...args)).toThrow(fault);
  expect(() => read(...args)).toThrow(UsageFault);
});

test.each([
  ["block", "suspend"],
  ["unblock", "unsuspend"],
])("an operator who writes %s, the word of other systems, is understood", (word, name) => {
  const request = read("members", word, "3", ...(word === "block" ? ["--reason", "spam"] : []));
  expect(request).toMatchObject({ command: { name: `members ${name}` }, given: { words: ["3"] } });
  expect(help("members", word, "--help")).toContain(`members ${name} WHO…`);
});

test.each([
  ["institutions list --search 110", "institutions"],
  ["institutions list --help", "institutions"],
  ["institutions import package.json --dry-run", "reference import"],
  ["institutions diff package.json --replace", "reference diff"],
  ["institutions export out.csv", "reference export"],
])(
  "an operator who looks for a table of institutions beside them is understood: %s",
  (typed, name) => {
    const words = typed.split(" ");
    if (words.includes("--help"))
      expect(help(...words)).toContain(`Also understood as: npm run admin -- institutions list`);
    else expect(read(...words)).toMatchObject({ kind: "command", command: { name } });
  },
);

test.each([
  ["reports", "show", "3", "7"],
  ["institutions", "merge", "3", "7", "9"],
  ["operators", "remove", "aziza", "nodira"],
  ["settings", "set", "telegram", "https://t.me/kampus", "ru"],
  ["settings", "unset", "telegram", "email"],
  ["languages", "check", "en", "ru"],
])("a command that would leave out words of the operator is refused: %s %s %s %s", (...args) => {
  expect(() => read(...args)).toThrow(/is all that it takes/);
});

test("personal values are kept out of the audit", () => {
  const kept = (...args: string[]) => {
    const request = read(...args);
    return request.kind === "command" ? request.given.forAudit() : [];
  };
  expect(kept("members", "find", "Каримов")).toEqual(["…"]);
  expect(kept("members", "suspend", "a@b.example", "--reason", "spam", "--dry-run")).toEqual([
    "…",
    "--reason",
    "spam",
    "--dry-run",
  ]);
  const person = ["--surname", "К", "--name", "А", "--patronymic", "О", "--as", "aziza"];
  expect(kept("members", "create", "--email", "a@b.example", "--verified", ...person)).toEqual([
    ...["--email", "…", "--verified", "--surname", "…", "--name", "…", "--patronymic", "…"],
  ]);
});
