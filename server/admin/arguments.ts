import { parseArgs } from "node:util";
import { id } from "#lib/http/schema.ts";
import type { NewMember, MemberChange } from "#server/admin/operate-members.ts";
import { defaultLocale, locales } from "#lib/i18n/locales.ts";
import { errorMessageOf, StartFault } from "#server/infra/start-fault.ts";

export const adminUsage = `What the operator of Kampus does, on the database of this environment:

  npm run admin -- reports              open reports of members, newest last
  npm run admin -- reports --all        closed ones too
  npm run admin -- reports close 3 7    closes reports 3 and 7

  npm run admin -- members find TEXT    by id, address or part of it, or name
  npm run admin -- members create --email ADDRESS --surname … --name … --patronymic …
                                        makes an account on any of ACCOUNT_DOMAINS, with a
                                        password that is made up and printed
      --password-stdin                  asks for the password, or reads a line of standard input
      --verified                        the address counts as confirmed
      --locale ru                       the language of its mails
  npm run admin -- members verify WHO   their address counts as confirmed
  npm run admin -- members block WHO    they cannot sign in, and their sessions end
  npm run admin -- members unblock WHO  they can again

WHO is one or more ids or whole addresses.`;

export type AdminCommand =
  | { name: "usage" }
  | { name: "list"; all: boolean }
  | { name: "close"; ids: number[] }
  | { name: "find"; text: string }
  | { name: "create"; member: Omit<NewMember, "password">; readsPassword: boolean }
  | { name: MemberChange; who: string[] };

const memberOptions = {
  email: { type: "string" },
  surname: { type: "string" },
  name: { type: "string" },
  patronymic: { type: "string" },
  locale: { type: "string", default: defaultLocale },
  verified: { type: "boolean", default: false },
  "password-stdin": { type: "boolean", default: false },
} as const;

/** What the arguments of `npm run admin` say. @throws {StartFault} naming what it does not understand. */
export function readAdminArguments(args: string[]): AdminCommand {
  const [command, ...rest] = args;
  if (
    command === undefined ||
    command === "help" ||
    args.join(" ") === "members" ||
    args.some((word) => isHelp.test(word))
  )
    return { name: "usage" };
  if (command === "reports") return readReports(rest);
  if (command === "members") return readMembers(rest);
  throw notUnderstood(command);
}

const isHelp = /^(?:--help|-h)$/;

function readReports(args: string[]): AdminCommand {
  const { positionals, values } = parsed(() =>
    parseArgs({
      ...{ args, allowPositionals: true },
      options: { all: { type: "boolean", default: false } },
    }),
  );
  const [action, ...ids] = positionals;
  if (action === undefined) return { name: "list", all: values.all };
  if (action !== "close") throw notUnderstood(action);
  if (values.all || ids.length === 0) throw new StartFault(["reports close: name their ids"]);
  return { name: "close", ids: [...new Set(ids.map(readId))] };
}

function readMembers([action = "", ...args]: string[]): AdminCommand {
  if (action === "create") return readCreate(args);
  const { positionals } = parsed(() => parseArgs({ args, allowPositionals: true, options: {} }));
  switch (action) {
    case "find": {
      const text = positionals.join(" ").trim();
      if (!text) throw new StartFault(["members find: say whom"]);
      return { name: action, text };
    }
    case "block":
    case "unblock":
    case "verify":
      if (positionals.length === 0)
        throw new StartFault([`members ${action}: name their ids or addresses`]);
      return { name: action, who: [...new Set(positionals.map((word) => word.toLowerCase()))] };
    default:
      throw notUnderstood(action);
  }
}

function readCreate(args: string[]): AdminCommand {
  const { values } = parsed(() => parseArgs({ args, options: memberOptions }));
  const { email = "", surname = "", name = "", patronymic = "", locale, verified } = values;
  const needed = { email, surname, name, patronymic };
  const missing = Object.entries(needed).filter(([, value]) => value === "");
  if (missing.length > 0)
    throw new StartFault(missing.map(([field]) => `members create: --${field} is missing`));
  if (!locales.includes(locale))
    throw new StartFault([`--locale ${locale}: there are ${locales.join(", ")}`]);
  const member = { ...needed, locale, verified };
  return { name: "create", member, readsPassword: values["password-stdin"] };
}

function parsed<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw new StartFault([errorMessageOf(error)], { cause: error });
  }
}

const notUnderstood = (word: string) =>
  new StartFault([`${JSON.stringify(word)} is not understood: npm run admin shows what is`]);

function readId(word: string): number {
  const result = id.safeParse(/^\d+$/.test(word) ? Number(word) : undefined);
  if (!result.success) throw new StartFault([`${JSON.stringify(word)} is no id of a report`]);
  return result.data;
}
