/** Programs of this machine, each in the foreground, ended with the test that started them. */
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { whenListening } from "#bench/measure/ports.ts";

/** Where Debian puts servers, which only root has on the path. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

interface ProgramOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** As somebody else, where root starts it. */
  user?: string;
  /** It is up once it listens here. */
  port?: number;
}

export type Program = Awaited<ReturnType<typeof startProgram>>;

/** @throws with what the program wrote, where it ends before it listens. */
export async function startProgram(
  command: string,
  args: string[],
  { env = {}, cwd, user, port }: ProgramOptions = {},
) {
  let output = "";
  const program = spawn(command, args, {
    env: { PATH, NODE_ENV: "production", ...env },
    ...(cwd !== undefined && { cwd }),
    ...(user !== undefined && idsOf(user)),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const killWithTests = () => program.kill("SIGKILL");
  process.on("exit", killWithTests);
  for (const stream of [program.stdout, program.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = whenEnded(program);
  await once(program, "spawn");
  if (port !== undefined)
    await Promise.race([
      whenListening(port, listensWithinMs),
      ended.then((code) => {
        throw new Error(`${command} ended with ${code}:\n${output}`);
      }),
    ]);
  return {
    processId: program.pid ?? 0,
    hasEnded: () => program.exitCode !== null || program.signalCode !== null,
    /** What it has written so far. */
    output: () => output,
    /** Resolves to its exit code; null where the signal ended it. */
    async end(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
      process.off("exit", killWithTests);
      program.kill(signal);
      return ended;
    },
  };
}

/** A machine that runs all suites at once is slow to start a server. */
const listensWithinMs = 30_000;

async function whenEnded(program: ChildProcess): Promise<number | null> {
  await once(program, "exit");
  return program.exitCode;
}

/** Nothing where this user cannot be another. */
export function idsOf(user: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    Number(spawnSync("id", [flag, user], { encoding: "utf8" }).stdout),
  );
  return { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) };
}

/** Runs a program to its end; returns what it wrote on both streams. @throws with that, where it fails */
export async function run(
  command: string,
  args: string[],
  { env = {}, cwd, user }: Omit<ProgramOptions, "port"> = {},
): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(command, args, {
    env: { PATH, NODE_ENV: "production", ...env },
    maxBuffer: 64 * 1024 * 1024,
    ...(cwd !== undefined && { cwd }),
    ...(user !== undefined && idsOf(user)),
  });
  return stdout + stderr;
}
