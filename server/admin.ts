/** `npm run admin`: what the operator does, on the database of this environment. */
import { adminUsage, readAdminArguments } from "#server/admin/arguments.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { oneAtATime } from "#server/db/one-at-a-time.ts";
import { type Env, readEnv } from "#server/env.ts";
import { createLog } from "#server/log.ts";
import { closeAndPrint, printReports } from "#server/reports/operate.ts";
import { bringUpToDate, reachable } from "#server/services.ts";
import { messageOf, StartFault } from "#server/start-fault.ts";

try {
  await administer();
} catch (error) {
  const lines =
    error instanceof StartFault ? error.lines : [`could not do it: ${messageOf(error)}`];
  for (const line of lines) console.error(`kampus: ${line}`);
  process.exit(1);
}

async function administer(): Promise<void> {
  const asked = readAdminArguments(process.argv.slice(2));
  if (asked.name === "usage") {
    console.log(adminUsage);
    return;
  }
  const database = await open(readEnv(process.env));
  try {
    await reachable(
      "DATABASE_URL",
      oneAtATime(database, () => bringUpToDate(database.db)),
    );
    if (asked.name === "list") await printReports(database.db, asked.all, console.log);
    else await closeAndPrint(database.db, asked.ids, console.log);
  } finally {
    await database.close();
  }
}

async function open(env: Env): Promise<Database> {
  try {
    return await reachable("DATABASE_URL", openDatabase({ ...env, log: createLog("warn") }));
  } catch (error) {
    if (
      env.databaseUrl === undefined &&
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
