/** `npm run admin`: what the operator does, on the database of this environment. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { type AdminCommand, adminUsage, readAdminArguments } from "#server/admin/arguments.ts";
import { operateMembers, createMember, printMembers } from "#server/admin/operate-members.ts";
import { type Database, type Db, openDatabase } from "#server/db/database.ts";
import { requireSchema } from "#server/db/migrate.ts";
import { type Env, readEnv } from "#server/env.ts";
import { createLog } from "#server/infra/log.ts";
import { errorMessageOf, reachable, StartFault } from "#server/infra/start-fault.ts";
import { closeAndPrint, printReports } from "#server/reports/print-reports.ts";

try {
  await administer();
} catch (error) {
  const lines =
    error instanceof StartFault ? error.lines : [`could not do it: ${errorMessageOf(error)}`];
  for (const line of lines) console.error(`kampus: ${line}`);
  process.exit(1);
}

async function administer(): Promise<void> {
  const command = readAdminArguments(process.argv.slice(2));
  if (command.name === "usage") {
    console.log(adminUsage);
    return;
  }
  const env = readEnv(process.env);
  // Runs before the database is opened, because the embedded database serves nobody else while the operator types.
  const password = command.name === "create" && command.readsPassword ? await readPassword() : null;
  const database = await open(env);
  try {
    await reachable("DATABASE_URL", requireSchema(database.db));
    await obey(command, database.db, env, password);
  } finally {
    await database.close();
  }
}

async function obey(
  command: Exclude<AdminCommand, { name: "usage" }>,
  db: Db,
  env: Env,
  password: string | null,
): Promise<void> {
  switch (command.name) {
    case "list":
      return printReports(db, command.all, console.log);
    case "close":
      return closeAndPrint(db, command.ids, console.log);
    case "find":
      return printMembers(db, command.text, console.log);
    case "create":
      return createMember(db, env, { ...command.member, password }, console.log);
    case "block":
    case "unblock":
    case "verify":
      return operateMembers(db, command.name, command.who, console.log);
  }
}

/** Reads one line of standard input. From a terminal it asks for the line and does not show what is typed. */
async function readPassword(): Promise<string> {
  const { stdin: input, stderr } = process;
  if (input.isTTY) stderr.write("Password: ");
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = createInterface({ input, output: nowhere, terminal: input.isTTY });
  try {
    for await (const line of lines) return line;
    throw new StartFault(["--password-stdin: standard input has no line"]);
  } finally {
    lines.close();
    if (input.isTTY) stderr.write("\n");
  }
}

async function open(env: Env): Promise<Database> {
  try {
    return await reachable("DATABASE_URL", openDatabase({ ...env, log: createLog("warn") }));
  } catch (error) {
    if (
      env.databaseAddress === undefined &&
      error instanceof StartFault &&
      error.message.includes("in use")
    )
      throw new StartFault(
        [
          ...error.lines,
          "the server is running: its embedded database serves nobody else, stop it first",
        ],
        { cause: error },
      );
    throw error;
  }
}
