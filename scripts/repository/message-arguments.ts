/** The arguments of an ICU message: `{name}`, `{count, plural, …}`, `{kind, select, …}` and `<tag>`. */
export interface MessageArgument {
  name: string;
  kind: "value" | "number" | "plural" | "select" | "tag";
  /** The branches of a plural or a select, e.g. `one`, `=0`, `other`. */
  branches: string[];
  /** Those of the branches that write the number, as `#`. */
  counting: string[];
}

export function argumentsOf(message: string): MessageArgument[] {
  const text = message.replaceAll(/'[{<][^']*'/g, ""); // quoted: shown as it is
  const tags = [...text.matchAll(/<(\w+)>/g)].map(([, name = ""]): MessageArgument => ({
    name,
    kind: "tag",
    branches: [],
    counting: [],
  }));
  return [...tags, ...blocksOf(text).flatMap(argumentsOfBlock)];
}

/** What stands between the outermost braces, each with the word before it. */
function blocksOf(text: string): { before: string; inside: string }[] {
  const blocks = [];
  let depth = 0;
  let start = 0;
  let before = "";
  for (const [index, character] of [...text].entries()) {
    if (character === "{" && depth++ === 0) {
      before = text.slice(start, index).trim();
      start = index + 1;
    }
    if (character === "}" && --depth === 0) {
      blocks.push({ before, inside: text.slice(start, index) });
      start = index + 1;
    }
  }
  return blocks;
}

function argumentsOfBlock({ inside }: { inside: string }): MessageArgument[] {
  const [, name = "", type, rest = ""] =
    /^\s*(\w+)\s*(?:,\s*(\w+)\s*(?:,(.*))?)?$/s.exec(inside) ?? [];
  if (type !== "plural" && type !== "selectordinal" && type !== "select")
    return [{ name, kind: type === "number" ? "number" : "value", branches: [], counting: [] }];
  const branches = blocksOf(rest);
  return [
    {
      name,
      kind: type === "select" ? "select" : "plural",
      branches: branches.map(({ before }) => before),
      counting: branches
        .filter(({ inside: text }) => text.includes("#"))
        .map(({ before }) => before),
    },
    ...branches.flatMap((branch) => argumentsOf(branch.inside)),
  ];
}
