/**
 * Commands on single institutions, and on those made by members (D-SCHOOL). Whole tables are the reference commands.
 */
import { sql } from "kysely";
import { defaultLocale, locales } from "#lib/i18n/locales.ts";
import {
  mergeInstitutions,
  removeMadeSchool,
  renameInstitution,
} from "#server/admin/institutions/change-institution.ts";
import { type Command, type Given, pageOptions, UsageFault } from "#server/admin/command.ts";
import { minute } from "#server/admin/output.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn, nameOf } from "#server/db/localised-names.ts";
import { wordsMatch } from "#server/db/searchable.ts";
import { plainLine } from "#server/infra/plain-line.ts";
import { nameMax } from "#server/reference/read-reference-files.ts";

/** At most this many educations of one institution are counted. */
const countedMax = 1_000;

export const nameOptions = Object.fromEntries(
  locales.map((locale) => [
    locale,
    { value: "NAME", summary: `its name in the language ${locale}` },
  ]),
);

/** The given names. @throws {UsageFault} for one that is too long */
export function namesGiven(given: Given): Record<string, string> {
  const names: Record<string, string> = {};
  for (const locale of locales) {
    const name = plainLine(given.text(locale) ?? "");
    if ([...name].length > nameMax)
      throw new UsageFault([`--${locale}: at most ${nameMax} characters`]);
    if (name !== "") names[locale] = name;
  }
  return names;
}

export const institutionCommands: Command[] = [
  {
    name: "institutions",
    otherName: "institutions list",
    summary: "the institutions, with their kind, region and number of educations",
    options: {
      "made-by-members": { summary: "those that members made" },
      search: { value: "WORDS", summary: "those whose name has these words" },
      ...pageOptions,
    },
    example: "institutions --made-by-members",
    alsoFor: ["support", "auditor"],
    lists: true,
    plan(given) {
      const filter = {
        madeByMembers: given.flag("made-by-members"),
        q: given.text("search"),
        ...given.page(),
      };
      return async ({ trx, output }) => {
        const rows = await listForOperator(trx, filter);
        output.list(rows, {
          columns: [
            { title: "id", width: 11, of: ({ id }) => String(id) },
            { title: "from", width: 10, of: ({ source }) => source },
            { title: "made (UTC)", width: 17, of: ({ made_at }) => minute(made_at) },
            { title: "by", width: 8, of: ({ author_id }) => String(author_id ?? "") },
            {
              title: "educations",
              width: 11,
              of: ({ educations }) => `${educations}${educations === countedMax ? "+" : ""}`,
            },
            { title: "kind", width: 18, of: ({ kind }) => kind },
            { title: "region", width: 22, of: ({ region }) => region },
            {
              title: "name",
              width: 0,
              of: (row) => nameOf(row.names, defaultLocale) + stateOf(row),
            },
          ],
          empty: "No institutions",
          ...(rows.length === filter.limit && { more: `… more: --after ${rows.at(-1)?.id}` }),
        });
      };
    },
  },
  {
    name: "institutions rename",
    words: "ID",
    summary: "gives it other names, which no load or import changes any more",
    options: {
      ...nameOptions,
      "forget-former": { summary: "the former names do not find it any more" },
    },
    example: 'institutions rename 12 --ru "Новое название" --uz "Yangi nomi"',
    alsoFor: [],
    writes: true,
    plan(given) {
      const [id = 0] = given.ids("an institution");
      const names = namesGiven(given);
      if (Object.keys(names).length === 0)
        throw new UsageFault([`a name is needed, such as --${defaultLocale} NAME`]);
      return async ({ trx, output, note }) => {
        const after = await renameInstitution(trx, id, names, given.flag("forget-former"));
        note(`institution ${id}`);
        output.done(`${id} is called ${plainLine(nameOf(after, defaultLocale))}`);
      };
    },
  },
  {
    name: "institutions merge",
    words: "FROM INTO",
    summary: "makes two into one: all that refers to the first refers to the second",
    example: "institutions merge 1000000007 173 --dry-run",
    alsoFor: [],
    writes: true,
    plan(given) {
      const [from = 0, into = 0] = given.ids("an institution");
      return async ({ trx, output, note }) => {
        await mergeInstitutions(trx, from, into, (step) => {
          output.showProgress(`… ${step}`);
        });
        note(`institution ${from}`, `institution ${into}`);
        output.done(`${from} is ${into} from now on`);
      };
    },
  },
  {
    name: "institutions remove",
    words: "ID…",
    summary: "takes what members made out of all lists; it stays for those who studied there",
    example: "institutions remove 1000000007",
    alsoFor: [],
    writes: true,
    plan(given) {
      const ids = given.ids("an institution");
      return async ({ trx, output, note }) => {
        for (const id of ids) {
          await removeMadeSchool(trx, id);
          note(`institution ${id}`);
        }
        output.done(`Removed ${ids.join(", ")}`);
      };
    },
  },
];

const stateOf = ({
  retired_at,
  merged_into,
}: {
  retired_at: Date | null;
  merged_into: number | null;
}) => (merged_into !== null ? ` (merged into ${merged_into})` : retired_at ? " (retired)" : "");

interface OperatorFilter {
  madeByMembers: boolean;
  q?: string | undefined;
  /** The last id of the page before. */
  after: number;
  limit: number;
}

/** Institutions by id, retired ones included. */
async function listForOperator(db: Db, { madeByMembers, q, after, limit }: OperatorFilter) {
  const words = wordsMatch(sql.ref("objects.search_words"), q);
  let query = db
    .selectFrom("objects")
    .innerJoin("establishments", "establishments.id", "objects.establishment_id")
    .innerJoin("regions", "regions.id", "objects.region_id")
    .select(["objects.id", "objects.names", "objects.source", "objects.author_id"])
    .select(["objects.made_at", "objects.retired_at", "objects.merged_into"])
    .select([
      nameIn(sql.ref("establishments.names"), "en").as("kind"),
      nameIn(sql.ref("regions.names"), "en").as("region"),
      sql<number>`(
        SELECT count(*)::int FROM (
          SELECT FROM educations WHERE object_id = objects.id LIMIT ${countedMax}
        ) AS counted)`.as("educations"),
    ])
    .where("objects.id", ">", after)
    .orderBy("objects.id")
    .limit(limit);
  if (madeByMembers) query = query.where("objects.source", "=", "members");
  if (words) query = query.where(words);
  return query.execute();
}
