import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { endedWithParent } from "#scripts/project/child.mjs";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";

export interface Floor extends AsyncDisposable {
  url: string;
  processId: number;
}

/** Starts a program of this folder, which sends the port that it listens on. `variables` are those of its process. */
export async function startFloor(
  program: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<Floor> {
  const child = fork(inRoot(`bench/floors/${program}`), args, {
    execPath: projectNode,
    execArgv: endedWithParent("SIGTERM"),
    env: { ...process.env, NODE_ENV: "production", ...variables },
  });
  const [port] = (await once(child, "message")) as [number];
  return {
    url: `http://127.0.0.1:${port}/`,
    processId: child.pid ?? 0,
    [Symbol.asyncDispose]: () => ended(child),
  };
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
