/** A plain CREATE INDEX keeps everybody from writing to its table for as long as it reads the table. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inRoot } from "#scripts/project/paths.mjs";

/** They have shipped, so they stay as they are, and none comes after them. */
const shipped = [
  "0003-account",
  "0005-profile",
  "0006-people",
  "0008-suggestions",
  "0009-messenger",
  "0016-unseen-acceptances",
  "0017-leaving-years",
  "0018-institution-words",
  "0026-member-schools",
  "0033-class-events",
  "0034-birthdays",
  "0035-home",
  "0038-report-subjects",
];

/** The tables on which a migration builds an index while nobody may write to them, although it has not made them. */
function lockedTables(source: string): string[] {
  const tables = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, table = ""]) => table);
  const made = tables(/\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF NOT EXISTS\s+)?(\w+)/gi);
  const indexed = tables(/\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY\b)[^]*?\bON\s+(\S+)/gi);
  return indexed.filter((table) => !made.includes(table));
}

const folder = inRoot("server/db/migrations");
const locking = globSync("*.ts", { cwd: folder })
  .filter((file) => lockedTables(readFileSync(path.join(folder, file), "utf8")).length > 0)
  .map((file) => path.basename(file, ".ts"))
  .toSorted();

it("a migration builds an index on a table that members write to CONCURRENTLY", () => {
  expect(locking).toEqual(shipped);
});

it.each([
  ["sql`CREATE INDEX users_age ON users (age)`", ["users"]],
  ["sql`\n  CREATE UNIQUE INDEX\n    users_age ON users (age)`", ["users"]],
  ["sql`create index if not exists users_age on users (age)`", ["users"]],
  [
    "sql`CREATE INDEX ${sql.ref(`${table}_age`)} ON ${sql.table(table)} (age)`",
    ["${sql.table(table)}"],
  ],
  ["sql`CREATE INDEX CONCURRENTLY users_age ON users (age)`", []],
  ["sql`CREATE TABLE ages (age integer)`; sql`CREATE INDEX by_age ON ages (age)`", []],
])("of %j it keeps writers from %j", (source, tables) => {
  expect(lockedTables(source)).toEqual(tables);
});
