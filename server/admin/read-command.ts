import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { type Command, Given, UsageFault } from "#server/admin/command.ts";
import { helpOf, overview } from "#server/admin/help.ts";
import { errorMessageOf } from "#server/infra/start-fault.ts";

export type Request =
  | { kind: "help"; text: string }
  | {
      kind: "command";
      command: Command;
      given: Given;
      isDryRun: boolean;
      isJson: boolean;
      as: string | undefined;
    };

const isHelp = (word: string) => word === "--help" || word === "-h";

/** Parses the arguments of `npm run admin`. @throws {UsageFault} naming what cannot be parsed */
export function readCommand(commands: Command[], args: string[]): Request {
  const asksForHelp = args.some(isHelp) || args[0] === "help";
  const words = args.filter((word, index) => !isHelp(word) && !(index === 0 && word === "help"));
  const [first = "", second = ""] = words;
  if (first === "") return { kind: "help", text: overview(commands) };
  const isCalled = (typed: string) => (command: Command) =>
    [command.name, command.otherName].includes(typed);
  const ofTwo = commands.find(isCalled(`${first} ${second}`));
  const command = ofTwo ?? commands.find(isCalled(first));
  const group = commands.filter(({ name }) => name.split(" ")[0] === first);
  if (!command) {
    if (group.length > 0 && (second === "" || asksForHelp))
      return { kind: "help", text: overview(group) };
    throw notUnderstood(commands, words);
  }
  if (asksForHelp) return { kind: "help", text: helpOf(command, group) };
  const rest = args.slice(ofTwo ? 2 : 1);
  const { words: given, values } = parse(command, rest);
  if (!command.words && given.length > 0) throw notUnderstood(commands, [first, ...given]);
  checkWords(command, given.length);
  return {
    kind: "command",
    command,
    given: new Given(command, given, values),
    isDryRun: values["dry-run"] === true,
    isJson: values.json === true,
    as: typeof values.as === "string" ? values.as : undefined,
  };
}

/** `ID…` is one word or more, `[ID]` one or none. @throws {UsageFault} unless there are as many */
function checkWords(command: Command, given: number): void {
  const { name, words = "" } = command;
  const expected = words.split(" ");
  const missing = expected.slice(given).filter((word) => !word.startsWith("["));
  if (words && missing.length > 0)
    throw new UsageFault([`${name}: ${missing.join(" ")} is missing`, seeHelp(command)]);
  if (given > expected.length && !words.endsWith("…"))
    throw new UsageFault([
      `${name}: ${words} is all that it takes, quoted where it has spaces`,
      seeHelp(command),
    ]);
}

function parse(command: Command, args: string[]) {
  const options: ParseArgsOptionsConfig = { as: { type: "string" } };
  for (const [name, { value }] of Object.entries(command.options ?? {}))
    options[name] = { type: value === undefined ? "boolean" : "string" };
  if (command.writes) options["dry-run"] = { type: "boolean" };
  if (command.lists) options.json = { type: "boolean" };
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const single = values as Record<string, string | boolean | undefined>; // no option is `multiple`
    return { words: positionals, values: single };
  } catch (error) {
    throw new UsageFault([`${command.name}: ${errorMessageOf(error)}`, seeHelp(command)], {
      cause: error,
    });
  }
}

const seeHelp = ({ name }: Command) => `npm run admin -- ${name} --help lists its options`;

function notUnderstood(commands: Command[], words: string[]): UsageFault {
  const typed = words.slice(0, 2).join(" ");
  const [nearest] = commands
    .flatMap(({ name, otherName = name }) =>
      [name, otherName].map((known) => ({ name, changes: changesBetween(typed, known) })),
    )
    .sort((one, other) => one.changes - other.changes);
  return new UsageFault([
    `${JSON.stringify(typed)} is not understood` +
      (nearest ? `: the nearest command is npm run admin -- ${nearest.name}` : ""),
    "npm run admin shows all of them",
  ]);
}

/** The number of letters to change, add or remove to turn one text into the other (Levenshtein). */
function changesBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const next = [row + 1];
    for (const [column, otherLetter] of [...other].entries())
      next.push(
        Math.min(
          (before[column] ?? 0) + (letter === otherLetter ? 0 : 1),
          (before[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
        ),
      );
    before = next;
  }
  return before[other.length] ?? 0;
}
