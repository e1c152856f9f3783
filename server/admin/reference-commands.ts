/**
 * Commands on reference data (docs/reference-data.md): checks, comparisons, and the import and export of institutions
 * as a table.
 */
import { isUtf8 } from "node:buffer";
import { readFileSync, writeFileSync } from "node:fs";
import {
  type Command,
  type CommandContext,
  type Given,
  UsageFault,
} from "#server/admin/command.ts";
import { lockOutNodes } from "#server/db/one-at-a-time.ts";
import { errorMessageOf, StartFault } from "#server/infra/start-fault.ts";
import { parseInstitutions, writeInstitutions } from "#server/reference/institution-csv.ts";
import { madeInstitutions, removedInstitutions } from "#server/reference/current-institutions.ts";
import {
  currentInstitutions,
  diffInstitutions,
  forgetImport,
  type InstitutionDiff,
  storeImport,
} from "#server/reference/institution-import.ts";
import { loadReference } from "#server/reference/load-reference.ts";
import {
  type InstitutionEntry,
  readReferenceFiles,
} from "#server/reference/read-reference-files.ts";

/** Refuses while a node is starting or another command loads reference data, as both do. @throws {StartFault} */
async function requireNoOtherLoad(trx: CommandContext["trx"]): Promise<void> {
  if (!(await lockOutNodes(trx)))
    throw new StartFault([
      "a node is starting on this database, or another import is under way: try again once it is done",
    ]);
}

const counted = (number: number) => number.toLocaleString("en");

const replace = {
  replace: { summary: "also removes institutions that the table lacks" },
};

/** Reads the table before the database is opened. @throws {UsageFault} */
function readTable(given: Given): { file: string; text: string } {
  const [file = ""] = given.words;
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new UsageFault([`${file}: ${errorMessageOf(error)}`], { cause: error });
  }
  // A spreadsheet may save in windows-1251, of which Cyrillic names would become replacement characters.
  if (!isUtf8(bytes)) throw new UsageFault([`${file}: it is not in UTF-8`]);
  return { file, text: bytes.toString("utf8") };
}

/**
 * Computes the institutions after the import, and the differences. @throws {StartFault} naming row and column of every
 * fault
 */
async function planImport(
  { trx, output }: CommandContext,
  table: { file: string; text: string },
  replaces: boolean,
) {
  const files = readReferenceFiles();
  const before = await currentInstitutions(trx, files);
  output.showProgress(`… Checking ${table.file}`);
  const [made, removed] = [await madeInstitutions(trx), await removedInstitutions(trx)];
  const given = parseInstitutions(table.text, { file: table.file, files, before, made, removed });
  output.showProgress(`… ${counted(given.length)} rows are in order`);
  const ids = new Set(given.map(({ id }) => id));
  const staying = replaces ? [] : before.filter(({ id }) => !ids.has(id));
  const after = [...given, ...staying].sort((one, other) => one.id - other.id);
  return { files, given, after, diff: diffInstitutions(before, after) };
}

const summaryOf = ({ added, changed, removed }: InstitutionDiff) =>
  `${counted(added.length)} added, ${counted(changed.length)} changed, ${counted(removed.length)} removed`;

const nameOf = ({ names }: InstitutionEntry) => Object.values(names)[0] ?? "";

export const referenceCommands: Command[] = [
  {
    name: "reference validate",
    words: "[TABLE.csv]",
    summary: "whether the files of data/, or a table of institutions, are in order",
    example: "reference validate institutions.csv",
    alsoFor: ["support", "auditor"],
    plan(given) {
      const table = given.words.length > 0 ? readTable(given) : null;
      return async (context) => {
        if (!table) {
          const files = Object.entries(readReferenceFiles());
          for (const [file, entries] of files)
            context.output.done(
              `data/${file}.json: ${counted((entries as unknown[]).length)} entries`,
            );
          return;
        }
        const { given: rows, diff } = await planImport(context, table, false);
        context.output.done(`${table.file}: ${counted(rows.length)} rows; ${summaryOf(diff)}`);
      };
    },
  },
  {
    name: "reference diff",
    otherName: "institutions diff",
    words: "TABLE.csv",
    summary: "what an import of a table would add, change and remove",
    options: replace,
    example: "reference diff institutions.csv --replace",
    alsoFor: ["support", "auditor"],
    lists: true,
    plan(given) {
      const table = readTable(given);
      return async (context) => {
        const { diff } = await planImport(context, table, given.flag("replace"));
        const rows = [
          ...diff.added.map((entry) => ({ change: "added", fields: [] as string[], ...entry })),
          ...diff.changed.map(({ after, fields }) => ({ change: "changed", fields, ...after })),
          ...diff.removed.map((entry) => ({ change: "removed", fields: [] as string[], ...entry })),
        ];
        context.output.list(rows, {
          columns: [
            { title: "change", width: 8, of: ({ change }) => change },
            { title: "id", width: 10, of: ({ id }) => String(id) },
            { title: "fields", width: 20, of: ({ fields }) => fields.join(", ") },
            { title: "name", width: 0, of: (row) => nameOf(row) },
          ],
          empty: "No differences",
        });
      };
    },
  },
  {
    name: "reference import",
    otherName: "institutions import",
    words: "TABLE.csv",
    summary: "makes the institutions of a table those of Kampus, in one transaction",
    options: replace,
    example: "reference import institutions.csv --dry-run",
    alsoFor: [],
    writes: true,
    plan(given) {
      const table = readTable(given);
      return async (context) => {
        const { trx, output, note } = context;
        await requireNoOtherLoad(trx);
        const { files, after, diff } = await planImport(context, table, given.flag("replace"));
        output.showProgress(`… Storing ${counted(after.length)} institutions`);
        await storeImport(trx, after);
        await loadReference(trx, files, (stored) => {
          output.showProgress(`… ${counted(stored)} of ${counted(after.length)} stored`);
        });
        note("institutions");
        output.done(`${summaryOf(diff)}; there are ${counted(after.length)}`);
      };
    },
  },
  {
    name: "reference reset",
    summary: "forgets the import: data/institutions.json counts again",
    example: "reference reset --dry-run",
    alsoFor: [],
    writes: true,
    plan:
      () =>
      async ({ trx, output, note }) => {
        await requireNoOtherLoad(trx);
        const files = readReferenceFiles();
        if (!(await forgetImport(trx))) throw new StartFault(["nothing was imported"]);
        await loadReference(trx, files);
        note("institutions");
        output.done(
          `There are the ${counted(files.institutions.length)} of data/institutions.json`,
        );
      },
  },
  {
    name: "reference export",
    otherName: "institutions export",
    words: "TABLE.csv",
    summary: "writes the institutions to a table, as an import reads it",
    options: {
      "made-by-members": { summary: "instead, those that members made and the catalogue lacks" },
    },
    example: "reference export institutions.csv",
    alsoFor: ["support", "auditor"],
    plan(given) {
      const [file = ""] = given.words;
      return async ({ trx, output }) => {
        const files = readReferenceFiles();
        const current = await currentInstitutions(trx, files);
        const ids = new Set(current.map(({ id }) => id));
        const made = given.flag("made-by-members")
          ? (await madeInstitutions(trx)).filter(({ id }) => !ids.has(id))
          : null;
        const entries = made ?? current;
        writeFileSync(file, writeInstitutions(entries, files));
        output.done(`${file}: ${counted(entries.length)} rows`);
      };
    },
  },
];
