import type { Command } from "#server/admin/command.ts";

const program = "npm run admin --";
const column = 34;

/** The help with one line for each command. */
export function overview(commands: Command[]): string {
  return [
    "What the operator of Kampus does, on the database of this environment (docs/admin.md):",
    "",
    ...linesOf(commands),
    "",
    `${program} COMMAND --help says more. What changes something takes --dry-run, what lists takes --json.`,
  ].join("\n");
}

const linesOf = (commands: Command[]) =>
  commands.map(({ name, words, summary }) =>
    `  ${[name, words].filter(Boolean).join(" ").padEnd(column)} ${summary}`.trimEnd(),
  );

/** `group`: commands that begin with the same word, which are shown below one that is that word alone. */
export function helpOf(command: Command, group: Command[]): string {
  const {
    name,
    otherName,
    words,
    summary,
    options = {},
    example,
    alsoFor,
    writes,
    lists,
  } = command;
  const all = {
    ...options,
    ...(writes && { "dry-run": { summary: "says what it would do, and changes nothing" } }),
    ...(lists && { json: { summary: "prints JSON" } }),
    as: { value: "NAME", summary: "who does it; else OPERATOR, else the user of this machine" },
  } satisfies Command["options"];
  const lines = Object.entries<NonNullable<Command["options"]>[string]>(all).map(
    ([option, { value, summary: says, isRequired }]) =>
      `  ${`--${option}${value ? ` ${value}` : ""}`.padEnd(column)} ${says}${isRequired ? " (required)" : ""}`,
  );
  return [
    [program, name, words].filter(Boolean).join(" "),
    "",
    summary,
    "",
    ...lines,
    "",
    `For ${["operators", ...alsoFor.map((role) => (role === "support" ? role : "auditors"))].join(", ")}.`,
    ...(otherName ? [`Also understood as: ${program} ${otherName}`] : []),
    `Example: ${program} ${example}`,
    ...(name.includes(" ") || group.length === 1
      ? []
      : ["", ...linesOf(group.filter((other) => other !== command))]),
  ].join("\n");
}
