/** The build before, on the schema of this one: as in a rolling deployment, and after a rollback. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Postgres, startPostgres } from "#e2e/faults/postgres.ts";
import { Kampus } from "#e2e/kampus.ts";
import { karimov, newMember, write } from "#e2e/members.ts";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";

/** Route tests of what members do most; those of migrations begin with an older schema and prove nothing here. */
const suites = ["server/suites", "server/auth/auth.api", "server/messenger/send"];
const suiteMsMax = 15 * 60_000;

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: inRoot("."), encoding: "utf8" }).trim();

/** The last commit without the newest migration that was made after builds had learnt to serve on newer schemas. */
function previousBuild(): string {
  const newest = readdirSync(inRoot("server/db/migrations")).sort().at(-1) ?? "";
  const file = `server/db/migrations/${newest}`;
  const added = git("log", "--diff-filter=A", "--format=%H", "-1", "--", file);
  const learnt = [
    "log",
    "--reverse",
    "-S",
    "readSchema",
    "--format=%H",
    "--",
    "server/db/migrate.ts",
  ];
  const [first] = git(...learnt).split("\n");
  if (!first) throw new Error("the history of this clone is too short for an earlier build");
  if (!added) return git("rev-parse", "HEAD");
  const before = git("rev-parse", `${added}^`);
  return git("merge-base", before, first) === first ? before : first;
}

let folder: string;
let postgres: Postgres;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "kampus-previous-"));
  const tree = path.join(folder, "tree.tar");
  git("archive", "--output", tree, previousBuild());
  execFileSync("tar", ["-xf", tree, "-C", folder]);
  // The pages are those of this build, since only the server is tried.
  for (const shared of ["node_modules", ".next"])
    symlinkSync(inRoot(shared), path.join(folder, shared));
  postgres = await startPostgres();
  // Every database that is made from now on has the schema of this build.
  await promisify(execFile)(projectNode, ["server/migrate.ts"], {
    cwd: inRoot("."),
    env: { ...process.env, DATABASE_URL: postgres.url.replace(/postgres$/, "template1") },
  });
}, 300_000);
afterAll(async () => {
  await (postgres as Postgres | undefined)?.close();
  rmSync(folder, { recursive: true, force: true });
});

it("the build before starts on the newer schema, and members write to each other", async () => {
  await postgres.query("CREATE DATABASE rolled_back TEMPLATE template1");
  const DATABASE_URL = postgres.url.replace(/postgres$/, "rolled_back");
  const kampus = await Kampus.start({ DATABASE_URL }, folder);
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

it(
  "the route tests of the build before pass on the newer schema",
  async () => {
    const args = ["node_modules/vitest/vitest.mjs", "run", "--project=api", ...suites];
    const running = promisify(execFile)(projectNode, args, {
      cwd: folder,
      env: { ...process.env, TEST_DATABASE_URL: postgres.url, TEST_REDIS_URL: "", VITEST: "" },
      maxBuffer: 2 ** 27,
    });
    const failure = await running.then(
      () => null,
      (error: unknown) => (error as { stdout?: string }).stdout ?? "it did not start",
    );
    expect(failure).toBeNull();
  },
  suiteMsMax,
);
