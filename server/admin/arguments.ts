import { parseArgs } from "node:util";
import { id } from "#lib/http/schema.ts";
import { messageOf, StartFault } from "#server/start-fault.ts";

export const adminUsage = `What the operator of Kampus does, on the database of this environment:

  npm run admin -- reports              open reports of members, newest last
  npm run admin -- reports --all        closed ones too
  npm run admin -- reports close 3 7    closes reports 3 and 7`;

export type AdminCommand =
  { name: "usage" } | { name: "list"; all: boolean } | { name: "close"; ids: number[] };

/** What `npm run admin` was asked for. @throws {StartFault} naming what it does not understand. */
export function readAdminArguments(args: string[]): AdminCommand {
  const { positionals, values } = parsed(args);
  const [command, action, ...ids] = positionals;
  if (command === undefined && !values.all) return { name: "usage" };
  if (command !== "reports") throw notUnderstood(command ?? "--all");
  if (action === undefined) return { name: "list", all: values.all };
  if (action !== "close") throw notUnderstood(action);
  if (values.all || ids.length === 0) throw new StartFault(["reports close: name their ids"]);
  return { name: "close", ids: [...new Set(ids.map(readId))] };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { all: { type: "boolean", default: false } },
    });
  } catch (error) {
    throw new StartFault([messageOf(error)], { cause: error });
  }
}

const notUnderstood = (word: string) =>
  new StartFault([`${JSON.stringify(word)} is not understood: npm run admin shows what is`]);

function readId(word: string): number {
  const result = id.safeParse(/^\d+$/.test(word) ? Number(word) : undefined);
  if (!result.success) throw new StartFault([`${JSON.stringify(word)} is no id of a report`]);
  return result.data;
}
