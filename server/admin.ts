/** `npm run admin`: the operator's commands, on the database of this environment (docs/admin.md). */
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { administer } from "#server/admin/administer.ts";
import { UsageFault } from "#server/admin/command.ts";
import { commands } from "#server/admin/commands.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { type Env, readEnv } from "#server/env.ts";
import { createLog } from "#server/infra/log.ts";
import { exitWith, reachable, StartFault } from "#server/infra/start-fault.ts";

try {
  await administer(process.argv.slice(2), {
    commands,
    readEnv: () => readEnv(process.env),
    openDatabase: open,
    terminal: {
      print: (line) => console.log(line),
      showProgress: (text) => console.error(text),
      readLine,
    },
    user: userInfo().username,
  });
} catch (error) {
  exitWith(error, "could not do it", error instanceof UsageFault ? 2 : 1);
}

/** Reads a line of standard input; a terminal shows a prompt, and hides a secret while it is typed. */
async function readLine(prompt: string, isShown: boolean): Promise<string | null> {
  const { stdin: input, stderr } = process;
  if (input.isTTY) stderr.write(prompt);
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const output = isShown ? stderr : nowhere;
  const lines = createInterface({ input, output, terminal: input.isTTY });
  try {
    for await (const line of lines) return line;
    return null;
  } finally {
    lines.close();
    if (input.isTTY && !isShown) stderr.write("\n");
  }
}

async function open(env: Env): Promise<Database> {
  if (!env.databaseAddress && !existsSync(path.join(env.varDir, "db")))
    throw new StartFault([
      `DATABASE_URL is unset, and VAR_DIR ${env.varDir} holds no embedded database: give the command the variables of the server`,
    ]);
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
