/**
 * `npm run bench -- soak`: whether a server that works for an hour takes more memory at its end: 200 messages and 50 views
 * of pages a second, on PostgreSQL (DATABASE_URL, else the one on this machine). BENCH_SOAK is another number of minutes.
 * What the machine does beside it makes no difference, since memory is read once its garbage has been collected.
 */
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { openDevices } from "#bench/chat/chat-devices.ts";
import { inPairs, startKampus } from "#bench/chat/chat-subjects.ts";
import { answerTo } from "#bench/measure/answer-to.ts";
import { inspectedOn, memoryOf, residentMb } from "#bench/measure/memory-of.ts";
import { freePort } from "#bench/measure/ports.ts";
import { reportOn } from "#bench/measure/report.ts";
import { atMost, rounded } from "#bench/measure/targets.ts";
import { createTemporaryDatabase } from "#bench/temporary-database.ts";

const minutes = Number(process.env.BENCH_SOAK ?? 60);
const pairs = 100;
const perSecond = 200;
const viewsPerSecond = 50;
/** Fills what a server remembers of messages that were sent (server/messenger/send/published-sends.ts). */
const warmUpMinutes = 2;
/** Longer than the server takes to count what is unread and to notify. */
const settleMs = 5_000;
const growthMax = 5;

/** By host; what visitors and members open, some of it by navigation. */
const views = [
  { host: "site", path: "/ru/login", headers: {} },
  { host: "site", path: "/uz", headers: { "accept-encoding": "br" } },
  { host: "profile", path: "/en/users/5", headers: { "accept-encoding": "gzip" } },
  { host: "chat", path: "/ru?_rsc", headers: { rsc: "1" } },
];

await using database = await createTemporaryDatabase();
const inspectorPort = await freePort();
await using subject = await startKampus(database.url, inPairs(pairs), inspectedOn(inspectorPort));
await using devices = await openDevices(subject);
await devices.connect(2 * pairs);
const readMb = async () => {
  await wait(settleMs);
  return (await memoryOf(inspectorPort)) / 1024 ** 2;
};
const work = async (seconds: number) => {
  const [sent] = await Promise.all([
    devices.send({ perSecond, seconds }),
    viewPages(subject.port, seconds),
  ]);
  if (sent.lost + sent.refused > 0)
    throw new Error(`${sent.lost} messages were lost and ${sent.refused} refused`);
};
await work(warmUpMinutes * 60);
const firstMb = await readMb();
const name = `${perSecond} messages/s and ${viewsPerSecond} pages/s for ${minutes} min`;
const { line } = reportOn(name, `${name}, after ${warmUpMinutes} min to warm up`);
console.log(`  ${rounded(firstMb)} MB of objects and buffers`);
let lastMb = firstMb;
for (let minute = 1; minute <= minutes; minute += 1) {
  await work(60);
  lastMb = await readMb();
  const resident = await residentMb(subject.processId);
  console.log(`  minute ${minute}: ${rounded(lastMb)} MB, resident ${rounded(resident)} MB`);
}
line("growth of memory", atMost((lastMb / firstMb - 1) * 100, growthMax, " %"));

async function viewPages(port: number, seconds: number): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  const asked: Promise<void>[] = [];
  for (let count = 0; count < seconds * viewsPerSecond; count += 1) {
    await wait(Math.max(0, startedAt + (count * 1_000) / viewsPerSecond - performance.now()));
    asked.push(viewPage(agent, port, count));
  }
  await Promise.all(asked);
  agent.destroy();
}

async function viewPage(agent: Agent, port: number, count: number): Promise<void> {
  const view = views[count % views.length];
  if (!view) throw new Error("there are no views");
  const { host, path, headers } = view;
  const hostHeader = { ...headers, host: `${host}.kampus.localhost:${port}` };
  const { status } = await answerTo({ agent, port, path, headers: hostHeader });
  if (status !== 200) throw new Error(`${host} ${path} answered ${status}`);
}
