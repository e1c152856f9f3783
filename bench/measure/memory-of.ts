import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { z } from "zod";

/** For a process whose memory is to be read after its garbage is gone. */
export const inspectedOn = (port: number) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });

const targets = z.array(z.object({ webSocketDebuggerUrl: z.url() }));
const usage = z.object({
  result: z.object({ usedSize: z.number(), backingStorageSize: z.number() }),
});

/** In bytes: what the objects and buffers of a process take once its garbage is collected, whatever room it keeps beside. */
export async function memoryOf(inspectorPort: number): Promise<number> {
  const list = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`);
  const [target] = targets.parse(await list.json());
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await once(socket, "open");
  const call = async (id: number, method: string) => {
    socket.send(JSON.stringify({ id, method }));
    const [{ data }] = (await once(socket, "message")) as [{ data: string }]; // an event of WebSocket
    return JSON.parse(data) as unknown;
  };
  for (let id = 1; id <= 3; id += 1) await call(id, "HeapProfiler.collectGarbage");
  const { result } = usage.parse(await call(4, "Runtime.getHeapUsage"));
  socket.close();
  return result.usedSize + result.backingStorageSize;
}

/** In MB, as Linux counts what a process has of the memory of the machine: now, or at its highest (VmHWM). */
export async function residentMb(
  processId: number,
  field: "VmRSS" | "VmHWM" = "VmRSS",
): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}
