import type { Transaction } from "kysely";
import type {
  Command,
  CommandContext,
  LaterWork,
  Terminal,
  Role,
  Run,
} from "#server/admin/command.ts";
import { identify, insertAudit } from "#server/admin/operators.ts";
import { createOutput, type Output } from "#server/admin/output.ts";
import { readCommand, type Request } from "#server/admin/read-command.ts";
import type { Database, Db } from "#server/db/database.ts";
import { allowLongWork } from "#server/db/long-work.ts";
import { requireSchema } from "#server/db/migrate.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Env } from "#server/env.ts";
import { openGuestQueue } from "#server/infra/jobs/guest-queue.ts";
import type { JobKind } from "#server/infra/jobs/job-queue.ts";
import { createLog } from "#server/infra/log.ts";
import { reachable, StartFault } from "#server/infra/start-fault.ts";

interface Surroundings {
  commands: Command[];
  readEnv: () => Env;
  openDatabase: (env: Env) => Promise<Database>;
  terminal: Terminal;
  /** The user of this machine, who counts as the operator where nobody else is named. */
  user: string;
}

type Call = Extract<Request, { kind: "command" }>;

/**
 * Runs the command that the arguments of `npm run admin` name. Each command is one transaction with its row of the
 * audit; a dry run rolls it back, so that it reports the real outcome. @throws {StartFault}
 */
export async function administer(args: string[], around: Surroundings): Promise<void> {
  const request = readCommand(around.commands, args);
  if (request.kind === "help") {
    around.terminal.print(request.text);
    return;
  }
  // Runs before the database is opened: an embedded one serves no other process while somebody types.
  const run = await request.command.plan(request.given, around.terminal);
  const env = around.readEnv();
  const database = await around.openDatabase(env);
  try {
    await reachable("DATABASE_URL", requireSchema(database.db));
    const output = createOutput({ ...request, showProgress: around.terminal.showProgress });
    await actAudited(request, { database, env, output, run, user: around.user });
    for (const line of output.take()) around.terminal.print(line);
  } finally {
    await database.close();
  }
}

interface Act {
  database: Database;
  env: Env;
  output: Output;
  run: Run;
  user: string;
}

async function actAudited(call: Call, act: Act): Promise<void> {
  const { env, output } = act;
  const { db } = act.database;
  const operator = call.as ?? env.operator ?? act.user;
  const entry = {
    operator,
    command: call.command.name,
    arguments: call.given.forAudit(),
    dry_run: call.isDryRun,
  };
  const subjects: string[] = [];
  let role: Role | null = null;
  const audit: Audit = (on, outcome) => insertAudit(on, { ...entry, role, subjects, outcome });
  try {
    role = await identify(db, { name: operator, token: env.operatorToken });
    requireRole(call.command, role);
    const later = await runCommand(call, act, {
      audit,
      note: (...named) => subjects.push(...named),
    });
    if (!call.isDryRun) for (const { work } of later) await work(db);
    if (call.isDryRun) await audit(db, "done");
  } catch (error) {
    await audit(db, error instanceof StartFault ? "refused" : "failed");
    throw error;
  }
  if (call.isDryRun) output.line("Nothing was changed: this was a dry run");
}

/** Writes the row of the audit, with what is known of the command by then. */
type Audit = (on: Db, outcome: "done" | "refused" | "failed") => Promise<unknown>;

/** Runs the command and its audit in one transaction; returns what it leaves for after that. */
async function runCommand(
  { command, isDryRun }: Call,
  { database, env, output, run }: Act,
  { audit, note }: { audit: Audit; note: CommandContext["note"] },
): Promise<LaterWork[]> {
  const kinds = kindsOf(command);
  const jobs = kinds.length > 0 ? await openGuestQueue(database, createLog("warn"), kinds) : null;
  const later: LaterWork[] = [];
  try {
    await inTransaction(database.db, isDryRun, async (trx) => {
      const enqueue = (kind: JobKind) => async (job: object) => jobs?.enqueue(trx, kind, job);
      const afterCommit = (work: LaterWork) => later.push(work);
      const queues = { enqueueMail: enqueue("mail"), publish: enqueue("publication") };
      await run({ trx, env, output, note, ...queues, afterCommit });
      // Tries the later work too, so that a dry run fails where the command would.
      if (isDryRun) for (const { attempt } of later) await attempt(trx);
      else await audit(trx, "done");
    });
  } finally {
    await jobs?.close();
  }
  return later;
}

const kindsOf = ({ sendsMail, publishes }: Command): JobKind[] => [
  ...(sendsMail ? ["mail" as const] : []),
  ...(publishes ? ["publication" as const] : []),
];

function requireRole({ name, alsoFor }: Command, role: Role): void {
  if (role !== "operator" && !alsoFor.includes(role))
    throw new StartFault([`${name} is not for the role ${role}`]);
}

class RolledBack extends Error {}

async function inTransaction(
  db: Db,
  isDryRun: boolean,
  work: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await allowLongWork(trx);
      await work(trx);
      if (isDryRun) throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}
