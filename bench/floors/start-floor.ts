import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { endedWithParent } from "#scripts/project/child.mjs";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";

export interface Floor {
  url: string;
  close: () => Promise<void>;
}

/** Starts a program of this folder, which tells the port it listens on. */
export async function startFloor(program: string, args: string[]): Promise<Floor> {
  const child = fork(inRoot(`bench/floors/${program}`), args, {
    execPath: projectNode,
    execArgv: endedWithParent("SIGTERM"),
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [port] = (await once(child, "message")) as [number];
  return { url: `http://127.0.0.1:${port}/`, close: () => ended(child) };
}

export async function ended(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
