/** What members have written of where they studied and worked, as far as the operator takes it down (D-TAKEDOWN). */
import { defaultLocale } from "#lib/i18n/locales.ts";
import type { Command } from "#server/admin/command.ts";
import type { Db } from "#server/db/database.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { educations } from "#server/periods/educations.ts";
import { jobs } from "#server/periods/jobs.ts";
import type { PeriodTable } from "#server/periods/repository.ts";
import { takeDownPeriod } from "#server/periods/service.ts";

interface WrittenPeriod {
  id: number;
  start: number;
  end: number | null;
  /** Where, and what else the member has written. */
  words: string;
}

interface PeriodWords {
  table: PeriodTable;
  /** What one is called in the audit. */
  one: "education" | "job";
  article: "an" | "a";
  summary: string;
  read: (db: Db, memberId: number) => Promise<WrittenPeriod[]>;
}

const educationWords: PeriodWords = {
  table: "educations",
  one: "education",
  article: "an",
  summary: "where a member studied, with the ids by which educations are removed",
  read: async (db, memberId) =>
    (await educations.read(db, defaultLocale, memberId)).map(
      ({ id, start, end, object, group, speciality }) => ({
        ...{ id, start, end },
        words: [object.name, group, speciality].filter(Boolean).join("; "),
      }),
    ),
};

const jobWords: PeriodWords = {
  table: "jobs",
  one: "job",
  article: "a",
  summary: "where a member worked, with the ids by which jobs are removed",
  read: async (db, memberId) =>
    (await jobs.read(db, defaultLocale, memberId)).map(({ id, start, end, company, position }) => ({
      ...{ id, start, end },
      words: [company, position.name].join("; "),
    })),
};

const commandsOf = ({ table, one, article, summary, read }: PeriodWords): Command[] => [
  {
    name: table,
    words: "MEMBER",
    summary,
    example: `${table} 12`,
    alsoFor: ["support", "auditor"],
    lists: true,
    plan(given) {
      const [memberId = 0] = given.ids("a member");
      return async ({ trx, output, note }) => {
        note(`member ${memberId}`);
        output.list(await read(trx, memberId), {
          columns: [
            { title: "id", width: 9, of: ({ id }) => String(id) },
            { title: "years", width: 9, of: ({ start, end }) => `${start}–${end ?? ""}` },
            { title: "where and what", width: 0, of: ({ words }) => words },
          ],
          empty: `Member ${memberId} has no ${table}`,
        });
      };
    },
  },
  {
    name: `${table} remove`,
    words: "ID",
    summary: `deletes ${article} ${one} of a member, as they could`,
    example: `${table} remove 8`,
    alsoFor: [],
    writes: true,
    plan(given) {
      const [id = 0] = given.ids(`${article} ${one}`);
      return async ({ trx, output, note }) => {
        const memberId = await takeDownPeriod(trx, table, id);
        if (memberId === undefined) throw new StartFault([`there is no ${one} ${id}`]);
        note(`${one} ${id}`, `member ${memberId}`);
        output.done(`Removed ${one} ${id} of member ${memberId}`);
      };
    },
  },
];

export const periodCommands: Command[] = [educationWords, jobWords].flatMap(commandsOf);
