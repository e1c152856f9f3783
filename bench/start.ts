/**
 * `npm run bench -- start`: how soon a server that has run before serves its first page, and what memory it takes when it
 * has stood idle for a minute, on PostgreSQL (DATABASE_URL, else the one on this machine) and on the embedded database,
 * beside a bare Fastify with Next and pg, in one run. BENCH_START is another number of idle seconds.
 */
import { setTimeout as wait } from "node:timers/promises";
import { type Floor, startFloor } from "#bench/floors/start-floor.ts";
import { answerTo } from "#bench/measure/answer-to.ts";
import { residentMb } from "#bench/measure/memory-of.ts";
import { record } from "#bench/measure/report.ts";
import { atMost, median, rounded } from "#bench/measure/targets.ts";
import { createTemporaryDatabase } from "#bench/temporary-database.ts";
import { Kampus } from "#e2e/kampus.ts";

const idleSeconds = Number(process.env.BENCH_START ?? 60);
const starts = 3;

/** What was measured of one program. */
interface Start {
  servedMs: number;
  idleMb: number;
}

await using database = await createTemporaryDatabase();
const floor = await measureFloor(database.url);
const onPostgres = await measureKampus({ DATABASE_URL: database.url });
const embedded = await measureKampus({ DATABASE_URL: "" });
console.log(`\na server that has run before, and stands idle for ${idleSeconds} s afterwards`);
console.log(
  `  Fastify, Next and pg   served after ${rounded(floor.servedMs)} ms, ${rounded(floor.idleMb)} MB`,
);
report("Kampus on PostgreSQL", onPostgres, { servedMs: 3_000, idleMb: 200 });
report("Kampus, embedded", embedded, { servedMs: 3_000, idleMb: 400 });

function report(name: string, { servedMs, idleMb }: Start, limits: Start): void {
  const served = record(name, "first page served after", atMost(servedMs, limits.servedMs, " ms"));
  const idle = record(name, "memory when idle", atMost(idleMb, limits.idleMb, " MB"));
  console.log(`  ${name.padEnd(22)} served after ${served}; ${idle}`);
}

async function measureKampus(variables: Record<string, string>): Promise<Start> {
  await using kampus = await Kampus.start(variables);
  const times: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    await kampus.end("SIGTERM");
    const startedAt = performance.now();
    await kampus.restart();
    const { status } = await kampus.request("site", "/ru/login");
    if (status !== 200) throw new Error(`the login page answered ${status}`);
    times.push(performance.now() - startedAt);
  }
  return { servedMs: median(times), idleMb: await idleMb(kampus.processId) };
}

async function measureFloor(databaseUrl: string): Promise<Start> {
  const times: number[] = [];
  for (let count = 1; ; count += 1) {
    const startedAt = performance.now();
    const variables = { ROOT_DOMAIN: "kampus.localhost" };
    await using floor = await startFloor("next.ts", [databaseUrl], variables);
    await servedPage(floor);
    times.push(performance.now() - startedAt);
    if (count === starts) return { servedMs: median(times), idleMb: await idleMb(floor.processId) };
  }
}

async function idleMb(processId: number): Promise<number> {
  await wait(idleSeconds * 1_000);
  return residentMb(processId);
}

async function servedPage({ url }: Floor): Promise<void> {
  const { port } = new URL(url);
  const headers = { host: `site.kampus.localhost:${port}` };
  const { status } = await answerTo({ port, path: "/ru/login", headers });
  if (status !== 200) throw new Error(`the floor answered ${status}`);
}
