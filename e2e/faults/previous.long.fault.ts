/** The build before, on the schema of this one: as in a rolling deployment, and after a rollback. */
import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { type Postgres, startPostgres } from "#e2e/faults/postgres.ts";
import { closedAtEnd } from "#e2e/faults/site.ts";
import { Kampus } from "#e2e/kampus.ts";
import { karimov, newMember, write } from "#e2e/members.ts";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";

/** Route tests of what members do most; those of migrations begin with an older schema and prove nothing here. */
const suites = ["server/suites", "server/auth/auth.api", "server/messenger/send"];
const suiteMsMax = 15 * 60_000;

/**
 * All but the one that compares the columns which refer to members with those that its build knows, where a newer schema may
 * have more: what a purge leaves in these is tried below.
 */
const tests = "^(?!.*has been decided for every column that refers to members$)";

/**
 * A row about a member for each column that the build before may not know. Its purge does not touch these, so a trigger of
 * the schema has to.
 */
const rowsOfNewerColumns: Record<string, (userId: number) => string> = {
  "left_groups.user_id": (userId) => `
    WITH chat AS (INSERT INTO chats (kind, title) VALUES ('group', 'Кружок') RETURNING id)
    INSERT INTO left_groups (user_id, chat_id) SELECT ${userId}, id FROM chat`,
  "reports.inviter_id": (userId) => `
    WITH reporter AS (
      INSERT INTO users (email, surname, name, patronymic, search_name, password_hash, locale)
      SELECT 'reporter@kampus.example', surname, name, patronymic, search_name, password_hash, locale
      FROM users WHERE id = ${userId} RETURNING id)
    INSERT INTO reports (reporter_id, inviter_id, subject, reason)
    SELECT id, ${userId}, 'invitation', 'spam' FROM reporter`,
};

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: inRoot("."), encoding: "utf8" }).trim();

const migrations = "server/db/migrations";
const migrationsOf = (commit: string) =>
  git("ls-tree", "--name-only", commit, `${migrations}/`).split("\n").filter(Boolean);

/**
 * The last commit that has some of the migrations and none after those, as every release has: branches may have added them
 * in another order. It was made after builds had learnt to serve on newer schemas.
 */
function previousBuild(): string {
  const all = readdirSync(inRoot(migrations)).map((name) => `${migrations}/${name}`);
  const present = all.sort();
  const learnt = ["log", "--reverse", "-S", "readSchema", "--format=%H"];
  const [first] = git(...learnt, "--", "server/db/migrate.ts").split("\n");
  const changed = git("log", "--format=%H^", "--diff-filter=A", "--", migrations).split("\n");
  const before = ["HEAD", ...changed].find((commit) => {
    const names = migrationsOf(commit);
    return names.length < present.length && names.every((name, index) => name === present[index]);
  });
  if (!first || !before) throw new Error("the history of this clone has no earlier build");
  return git("merge-base", before, first) === first ? git("rev-parse", before) : first;
}

/** What it needs and this build has no more is found in the folder above it. */
function installGonePackages(): void {
  const { dependencies } = packages.parse(
    JSON.parse(readFileSync(path.join(tree, "package.json"), "utf8")),
  );
  const gone = Object.entries(dependencies)
    .filter(([name]) => !existsSync(inRoot(`node_modules/${name}`)))
    .map(([name, version]) => `${name}@${version}`);
  if (gone.length === 0) return;
  const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", ["install", "--prefix", folder, ...quietly, ...gone]);
}

const packages = z.object({ dependencies: z.record(z.string(), z.string()) });

/** Runs a program of the build before; returns what it printed. */
async function runBefore(args: string[], variables: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, VITEST: "", ...variables };
  const { stdout } = await promisify(execFile)(projectNode, args, {
    cwd: tree,
    env,
    maxBuffer: 2 ** 27,
  });
  return stdout;
}

interface Column {
  table: string;
  column: string;
}

const nameOf = ({ table, column }: Column) => `${table}.${column}`;

/** The columns of the newer schema that refer to members and that no purge of the build before forgets by itself. */
async function newerColumns(): Promise<Column[]> {
  const script = `
    import { memberReferences } from "#server/testing/data/member-data.ts";
    console.log(JSON.stringify(memberReferences));`;
  const printed = await runBefore(["--input-type=module", "--eval", script]);
  const known = z.array(z.object({ table: z.string(), column: z.string() }));
  const names = known.parse(JSON.parse(printed)).map(nameOf);
  const columns = await postgres.query<Column>(
    `SELECT conrelid::regclass::text AS table, attname AS column
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND confrelid = 'users'::regclass AND conparentid = 0`,
    "template1",
  );
  return columns.filter((column) => !names.includes(nameOf(column)));
}

let folder: string;
let tree: string;
let postgres: Postgres;
const opened = closedAtEnd();
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "kampus-previous-"));
  tree = path.join(folder, "tree");
  mkdirSync(tree);
  git("archive", "--output", `${tree}.tar`, previousBuild());
  execFileSync("tar", ["-xf", `${tree}.tar`, "-C", tree]);
  // The pages are those of this build, since only the server is tried.
  for (const shared of ["node_modules", ".next"])
    symlinkSync(inRoot(shared), path.join(tree, shared));
  installGonePackages();
  postgres = await opened(startPostgres());
  // Every database that is made from now on has the schema of this build.
  await promisify(execFile)(projectNode, ["server/migrate.ts"], {
    cwd: inRoot("."),
    env: { ...process.env, DATABASE_URL: postgres.url.replace(/postgres$/, "template1") },
  });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the build before starts on the newer schema, and members write to each other", async () => {
  await postgres.query("CREATE DATABASE rolled_back TEMPLATE template1");
  const DATABASE_URL = postgres.url.replace(/postgres$/, "rolled_back");
  const kampus = await Kampus.start({ DATABASE_URL }, tree);
  try {
    expect(kampus.output).not.toContain("corrupted");
    await write(
      kampus,
      await newMember(kampus, karimov),
      await newMember(kampus, karimov),
      "салом",
    );
  } finally {
    await kampus.close();
  }
});

it("a purge by the build before leaves nothing of a member in columns that only the newer schema has", async () => {
  const columns = await newerColumns();
  await postgres.query("CREATE DATABASE purged TEMPLATE template1");
  const DATABASE_URL = postgres.url.replace(/postgres$/, "purged");
  await using kampus = await Kampus.start({ DATABASE_URL }, tree);
  const { id } = await newMember(kampus, karimov);
  const left = async ({ table, column }: Column) => {
    const count = `SELECT count(*)::int AS n FROM ${table} WHERE ${column} = ${id}`;
    return (await postgres.query<{ n: number }>(count, "purged"))[0]?.n;
  };
  for (const column of columns) {
    const row = rowsOfNewerColumns[nameOf(column)];
    expect(row, `a row with ${nameOf(column)}`).toBeDefined();
    await postgres.query(row?.(id) ?? "", "purged");
    expect(await left(column), nameOf(column)).toBe(1);
  }
  const purge = ["members", "delete", String(id), "--now", "--confirm", "purge"];
  await runBefore(["server/admin.ts", ...purge], { DATABASE_URL, NODE_ENV: "production" });
  for (const column of columns) expect(await left(column), nameOf(column)).toBe(0);
});

it(
  "the route tests of the build before pass on the newer schema",
  async () => {
    const args = ["node_modules/vitest/vitest.mjs", "run", "--project=api", "-t", tests];
    const on = { TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: "" };
    const running = runBefore([...args, ...suites], on);
    const failure = await running.then(
      () => null,
      (error: unknown) => (error as { stdout?: string }).stdout ?? "it did not start",
    );
    expect(failure).toBeNull();
  },
  suiteMsMax,
);
