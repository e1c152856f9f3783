import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const pollEveryMs = 50;

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}

export async function whenListening(port: number, withinMs = 5000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isListening(port))) {
    if (Date.now() > deadline) throw new Error(`nothing listens on port ${port}`);
    await wait(pollEveryMs);
  }
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).finally(() => socket.destroy());
}
