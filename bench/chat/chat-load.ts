/**
 * Devices of members in chats of as many each, and messages sent between them at a steady rate. The parent process controls it by
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
  /** As many members for each chat, one chat after the other. */
  tokens: z.array(z.string()),
  chatIds: z.array(z.int()),
});
const order = z.union([
  z.object({ connect: z.int() }),
  z.object({ perSecond: z.number(), seconds: z.number() }),
]);
// The process does nothing until it receives orders.
process.channel?.ref();
const given = await new Promise((resolve) => process.once("message", resolve));
const { host, ports, path, tokens, chatIds } = setUp.parse(given);
const membersEach = tokens.length / chatIds.length;

const connectingAtOnce = 50;
/** Devices that a busy machine keeps waiting try again by themselves until then. */
const connectWithinMs = 120_000;
/** A late message is not lost. */
const arriveWithinMs = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: 256, lookup: toThisMachine });

const sockets: Socket[] = [];
/** When each message was due and who waits for it, by its text; gone once all others of its chat have it. */
const onTheWay = new Map<string, { dueAt: number; waiting: Set<number> }>();
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
process.send?.("ready");

async function connectAll(count: number): Promise<object> {
  const upTo = Math.min(tokens.length, sockets.length + count);
  while (sockets.length < upTo) {
    const next = tokens.slice(sockets.length, Math.min(upTo, sockets.length + connectingAtOnce));
    await Promise.all(next.map(connect));
  }
  return { connected: sockets.length };
}

/** Each member stays with one node. The two of a pair are on the same of `n` nodes in one of `n` chats, as by chance. */
function portOf(member: number): number {
  const chat = Math.floor(member / membersEach);
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
    if (!sent?.waiting.delete(member)) return;
    timesMs.push(performance.now() - sent.dueAt);
    if (sent.waiting.size === 0) onTheWay.delete(text);
  });
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const end = setTimeout(() => {
      reject(new Error(`member ${member + 1} could not connect`, { cause: failure }));
    }, connectWithinMs);
    socket.on("connect_error", (error) => (failure = error));
    socket.once("connect", () => {
      clearTimeout(end);
      resolve();
    });
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
  const lost = onTheWay.values().reduce((sum, { waiting }) => sum + waiting.size, 0);
  return { messages: total, lost, refused, p50Ms, p99Ms, maxMs };
}

/** A message that was due and could not be sent counts as waiting too. */
function send(index: number, dueAt: number): void {
  const chat = index % chatIds.length;
  const members = Array.from({ length: membersEach }, (_, place) => chat * membersEach + place);
  const from = members[Math.floor(index / chatIds.length) % membersEach] ?? 0;
  const text = `message ${index}`;
  const waiting = new Set(members);
  waiting.delete(from);
  onTheWay.set(text, { dueAt, waiting });
  const body = JSON.stringify({ chat_id: chatIds[chat], client_id: randomUUID(), text });
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
