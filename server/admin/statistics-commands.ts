/**
 * The size and load of Kampus. No large table is read as a whole: figures come from a sample of its pages, or from an
 * index up to a limit, and each says whether it is an estimate.
 */
import { type RawBuilder, sql } from "kysely";
import type { Command } from "#server/admin/command.ts";
import type { Db } from "#server/db/database.ts";
import { isSuspended } from "#server/auth/repository.ts";

interface Figure {
  name: string;
  value: number;
  isEstimate: boolean;
}

type SampledTable = "users" | "media" | "messages";

/** At most this many pages of 8 KB of a table are read, so smaller tables are counted whole. */
const pagesMax = 2_000;
const reportsMax = 10_000;

interface Sampled {
  share: number;
  counts: Record<string, number>;
}

/** Counts the rows on a random sample of a table's pages; `share` of them was read. */
export function sampleQuery(
  table: SampledTable,
  percent: number,
  counts: Record<string, RawBuilder<unknown>>,
) {
  const columns = Object.entries(counts).map(
    ([name, count]) => sql`coalesce(${count}, 0)::float8 AS ${sql.ref(name)}`,
  );
  return sql<Record<string, number>>`
    SELECT ${sql.join(columns)} FROM ${sql.table(table)} TABLESAMPLE SYSTEM (${sql.lit(percent)})`;
}

async function sample(
  db: Db,
  table: SampledTable,
  counts: Record<string, RawBuilder<unknown>>,
): Promise<Sampled> {
  // A partitioned table has no pages of its own.
  const { rows } = await sql<{ pages: number }>`
    SELECT coalesce(
      (SELECT sum(pg_relation_size(relid)) FROM pg_partition_tree(${table}::regclass)),
      pg_relation_size(${table}::regclass))::float8 / 8192 AS pages`.execute(db);
  const percent = Math.min(100, (100 * pagesMax) / Math.max(1, rows[0]?.pages ?? 1));
  const sampled = await sampleQuery(table, percent, counts).execute(db);
  return { share: percent / 100, counts: sampled.rows[0] ?? {} };
}

const figuresOf = ({ share, counts }: Sampled): Figure[] =>
  Object.entries(counts).map(([name, value]) => ({
    name,
    value: Math.round(value / share),
    isEstimate: share < 1,
  }));

const activeWithin = (days: number) =>
  sql`count(*) FILTER (WHERE deleted_at IS NULL AND last_seen_at > now() - make_interval(days => ${sql.lit(days)}))`;

const memberCounts = {
  members: sql`count(*) FILTER (WHERE deleted_at IS NULL)`,
  "confirmed members": sql`count(*) FILTER (WHERE deleted_at IS NULL AND verified_at IS NOT NULL)`,
  "suspended members": sql`count(*) FILTER (WHERE deleted_at IS NULL AND ${isSuspended})`,
  "active in 1 day": activeWithin(1),
  "active in 7 days": activeWithin(7),
  "active in 30 days": activeWithin(30),
};
const mediaCounts = { files: sql`count(*)`, "bytes of files": sql`sum(bytes)` };
const messageCounts = {
  messages: sql`count(*)`,
  "messages in a day": sql`count(*) FILTER (WHERE created_at > now() - interval '1 day')`,
};

/** Counted up to a limit, from the index of open reports. */
export const openReportsQuery = sql<{ open: number }>`
  SELECT count(*)::float8 AS open FROM (
    SELECT FROM reports WHERE closed_at IS NULL ORDER BY id LIMIT ${sql.lit(reportsMax)}) AS open`;

async function readStatistics(db: Db): Promise<Figure[]> {
  const members = figuresOf(await sample(db, "users", memberCounts));
  const media = figuresOf(await sample(db, "media", mediaCounts));
  const messages = figuresOf(await sample(db, "messages", messageCounts));
  const { rows: reports } = await openReportsQuery.execute(db);
  const open = reports[0]?.open ?? 0;
  const { rows: size } = await sql<{ bytes: number }>`
    SELECT pg_database_size(current_database())::float8 AS bytes`.execute(db);
  return [
    ...members,
    ...messages,
    ...media,
    { name: "bytes of the database", value: size[0]?.bytes ?? 0, isEstimate: false },
    { name: "open reports", value: open, isEstimate: open === reportsMax },
  ];
}

const shown = ({ name, value, isEstimate }: Figure) =>
  `${isEstimate ? "≈ " : ""}${value.toLocaleString("en")}${name.startsWith("bytes") ? ` (${(value / 2 ** 30).toFixed(1)} GiB)` : ""}`;

export const statisticsCommands: Command[] = [
  {
    name: "statistics",
    summary: "members, how many are active, messages, storage, open reports; ≈ marks an estimate",
    example: "statistics --json",
    alsoFor: ["support", "auditor"],
    lists: true,
    plan:
      () =>
      async ({ trx, output }) => {
        output.list(await readStatistics(trx), {
          columns: [
            { title: "figure", width: 24, of: ({ name }) => name },
            { title: "value", width: 0, of: shown },
          ],
          empty: "Nothing",
        });
      },
  },
];
