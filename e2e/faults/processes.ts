/** Reads what Linux knows of a process. */
import { readdir, readFile } from "node:fs/promises";

/** Its resident memory, in megabytes. */
export async function memoryMbOf(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** The number of its open files and connections. */
export const descriptorsOf = async (processId: number): Promise<number> =>
  (await readdir(`/proc/${processId}/fd`)).length;
