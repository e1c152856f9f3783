/**
 * Devices of members in pairs, and messages sent between them at a steady rate. The parent process controls it by
 * messages; it is a process of its own so that it does not share an event loop with what it measures.
 */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { z } from "zod";
import { quantile } from "#bench/measure/targets.ts";
import { toThisMachine } from "#bench/measure/to-this-machine.ts";

const setUp = z.object({
  host: z.string(),
  /** The port of each node. */
  ports: z.tuple([z.int()], z.int()),
  path: z.string(),
  /** Two members for each chat. */
  tokens: z.array(z.string()),
  chatIds: z.array(z.int()),
});
const order = z.union([
  z.object({ connect: z.int() }),
  z.object({ perSecond: z.number(), seconds: z.number() }),
]);
const { host, ports, path, tokens, chatIds } = setUp.parse(JSON.parse(process.argv[2] ?? ""));

const connectingAtOnce = 50;
/** A late message is not lost. */
const arriveWithinMs = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: 256, lookup: toThisMachine });

const sockets: Socket[] = [];
/** When each message was due, by its text; gone once the other of the two has it. */
const onTheWay = new Map<string, { dueAt: number; to: number }>();
let timesMs: number[] = [];
let refused = 0;

process.on("message", (asked) => {
  const ordered = order.parse(asked);
  const done =
    "connect" in ordered ? connectAll(ordered.connect) : load(ordered.perSecond, ordered.seconds);
  done.then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
// The process does nothing until it receives orders.
process.channel?.ref();
process.send?.("ready");

async function connectAll(count: number): Promise<object> {
  const upTo = Math.min(tokens.length, sockets.length + count);
  while (sockets.length < upTo) {
    const next = tokens.slice(sockets.length, Math.min(upTo, sockets.length + connectingAtOnce));
    await Promise.all(next.map(connect));
  }
  return { connected: sockets.length };
}

/** Each member stays with one node. The two of a chat are on the same of `n` nodes in one of `n` chats, as by chance. */
function portOf(member: number): number {
  const chat = Math.floor(member / 2);
  const node = member % 2 === 0 ? chat : Math.floor(chat / ports.length);
  return ports[node % ports.length] ?? ports[0];
}

function connect(token: string): Promise<void> {
  const member = sockets.length;
  const socket = io(`http://${host}:${portOf(member)}`, {
    forceNew: true,
    agent: new Agent({ lookup: toThisMachine }) as unknown as string, // the types know browsers' agents only
    transports: ["websocket"],
    extraHeaders: { authorization: `Bearer ${token}` },
  });
  sockets.push(socket);
  socket.on("message", ({ text }: { text: string }) => {
    const sent = onTheWay.get(text);
    if (sent?.to !== member) return;
    timesMs.push(performance.now() - sent.dueAt);
    onTheWay.delete(text);
  });
  return new Promise((resolve, reject) => {
    socket.once("connect", resolve).once("connect_error", reject);
  });
}

async function load(perSecond: number, seconds: number): Promise<object> {
  const total = Math.round(perSecond * seconds);
  [timesMs, refused] = [[], 0];
  onTheWay.clear();
  const startedAt = performance.now();
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * perSecond) / 1000));
    for (; sent < due; sent += 1) send(sent, startedAt + (sent * 1000) / perSecond);
    await wait(1);
  }
  const deadline = performance.now() + arriveWithinMs;
  while (onTheWay.size > 0 && performance.now() < deadline) await wait(20);
  const [p50Ms, p99Ms] = [quantile(timesMs, 0.5), quantile(timesMs, 0.99)];
  const maxMs = quantile(timesMs, 1);
  return { messages: total, lost: onTheWay.size, refused, p50Ms, p99Ms, maxMs };
}

/** A message that was due and could not be sent counts as waiting too. */
function send(index: number, dueAt: number): void {
  const pair = index % chatIds.length;
  const from = 2 * pair + (Math.floor(index / chatIds.length) % 2);
  const text = `message ${index}`;
  onTheWay.set(text, { dueAt, to: from % 2 === 0 ? from + 1 : from - 1 });
  const body = JSON.stringify({ chat_id: chatIds[pair], client_id: randomUUID(), text });
  const headers = {
    authorization: `Bearer ${tokens[from]}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  const fail = () => (refused += 1);
  request({ agent, host, port: portOf(from), path, method: "POST", headers }, (answer) => {
    if (answer.statusCode !== 201) fail();
    answer.resume();
  })
    .once("error", fail)
    .end(body);
}
