import { once } from "node:events";
import { z } from "zod";
import { slowNetwork } from "#bench/measure/slow-phone.ts";

const targets = z.array(
  z.object({ type: z.string(), url: z.string(), webSocketDebuggerUrl: z.string() }),
);

/**
 * Gives a service worker the network of the phone until it is forgotten: what slows a page down leaves its worker alone, and
 * Playwright has no session for one.
 */
export async function slowWorkerDown(
  debuggingPort: number,
  url: string,
): Promise<{ forget: () => void }> {
  const listed = await fetch(`http://127.0.0.1:${debuggingPort}/json/list`);
  const worker = targets
    .parse(await listed.json())
    .find((target) => target.type === "service_worker" && target.url === url);
  if (!worker) throw new Error(`There is no worker ${url}`);
  const socket = new WebSocket(worker.webSocketDebuggerUrl);
  await once(socket, "open");
  await send(socket, 1, "Network.enable", {});
  await send(socket, 2, "Network.emulateNetworkConditions", slowNetwork);
  return { forget: () => socket.close() };
}

const answer = z.object({ id: z.number().optional(), error: z.unknown().optional() });

/** Resolves with the answer; other messages, of which several may come at once, are passed over. */
function send(socket: WebSocket, id: number, method: string, params: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const hear = ({ data }: MessageEvent<string>) => {
      const { error, ...answered } = answer.parse(JSON.parse(data));
      if (answered.id !== id) return;
      socket.removeEventListener("message", hear);
      if (error === undefined) resolve();
      else reject(new Error(`${method}: ${JSON.stringify(error)}`));
    };
    socket.addEventListener("message", hear);
    socket.send(JSON.stringify({ id, method, params }));
  });
}
