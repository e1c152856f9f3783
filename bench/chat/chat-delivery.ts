import { setTimeout as wait } from "node:timers/promises";
import { openDevices, type Outcome } from "#bench/chat/chat-devices.ts";
import { startKampus, startRelay, type Subject } from "#bench/chat/chat-subjects.ts";
import { backendMs, processorMs, sumOfGrowth } from "#bench/measure/processor-time.ts";
import { record } from "#bench/measure/report.ts";
import { atMost, median, rounded } from "#bench/measure/targets.ts";
import { createTemporaryDatabase } from "#bench/temporary-database.ts";

const pairs = 500;
const perSecond = 2_000;
/** The time that V8 takes to compile hot functions. */
const warmUpSeconds = 10;
const rounds = 3;
const settleMs = 2_000;

type Round = Outcome & { serverMs: number; databaseMs: number };
type Measured = Round & { name: string };

/**
 * Times of messages sent at a steady rate, late ones included; the median of the rounds counts. All take turns, so that
 * a slowing machine slows all.
 */
export async function measureDelivery(seconds: number): Promise<void> {
  console.log(
    `\n${perSecond.toLocaleString("en")} messages/s for ${seconds} s in ${rounds} rounds, ${2 * pairs} sockets in ${pairs} pairs`,
  );
  await using opened = new AsyncDisposableStack();
  const contenders = [
    await contender("bare relay", opened, () => startRelay("bare relay", pairs)),
    await contender("storing relay", opened, (url) => startRelay("storing relay", pairs, url)),
    await contender("Kampus", opened, (url) => startKampus(url, pairs)),
  ] as const;
  await wait(settleMs);
  for (const { deliver } of contenders) await deliver(warmUpSeconds);
  for (let round = 0; round < rounds; round += 1)
    for (const { deliver, played } of contenders) played.push(await deliver(seconds / rounds));
  const [bare, storing, kampus] = contenders;
  for (const one of contenders) print(summed(one));
  compare(summed(kampus), { bare: summed(bare), storing: summed(storing) });
}

interface Contender {
  name: string;
  deliver: (seconds: number) => Promise<Round>;
  played: Round[];
}

/** With a database and devices of its own; all end with `opened`. */
async function contender(
  name: string,
  opened: AsyncDisposableStack,
  start: (databaseUrl: string) => Promise<Subject>,
): Promise<Contender> {
  const database = opened.use(await createTemporaryDatabase());
  const subject = opened.use(await start(database.url));
  const devices = opened.use(await openDevices(subject));
  await devices.connect(2 * pairs);
  const used = async () =>
    [await processorMs(subject.processId), await backendMs(database.url)] as const;
  return {
    name,
    played: [],
    async deliver(seconds) {
      const [serverBefore, databaseBefore] = await used();
      const outcome = await devices.send({ perSecond, seconds });
      const [serverAfter, databaseAfter] = await used();
      return {
        ...outcome,
        serverMs: serverAfter - serverBefore,
        databaseMs: sumOfGrowth(databaseBefore, databaseAfter),
      };
    },
  };
}

function summed({ name, played }: Contender): Measured {
  const each = (key: keyof Round) => played.map((round) => round[key]);
  const sum = (key: keyof Round) => each(key).reduce((total, one) => total + one, 0);
  return {
    name,
    messages: sum("messages"),
    lost: sum("lost"),
    refused: sum("refused"),
    p50Ms: median(each("p50Ms")),
    p99Ms: median(each("p99Ms")),
    maxMs: Math.max(...each("maxMs")),
    serverMs: sum("serverMs"),
    databaseMs: sum("databaseMs"),
  };
}

const perMessageUs = (ms: number, { messages }: Measured) => (ms * 1000) / messages;

function print(result: Measured): void {
  const { name, p50Ms, p99Ms, maxMs, lost, refused } = result;
  const [server, database] = [result.serverMs, result.databaseMs].map((ms) =>
    rounded(perMessageUs(ms, result)),
  );
  console.log(
    `  ${name.padEnd(14)} median ${rounded(p50Ms)} ms, p99 ${rounded(p99Ms)} ms, most ${rounded(maxMs)} ms;` +
      ` processor per message ${server} µs and ${database} µs of PostgreSQL; lost ${lost}, refused ${refused}`,
  );
}

function compare(kampus: Measured, floors: { bare: Measured; storing: Measured }): void {
  console.log("  Kampus beside the storing relay (the bare one)");
  const subject = `${perSecond.toLocaleString("en")} messages/s`;
  for (const [name, of, limit] of [
    ["median delivery", ({ p50Ms }: Measured) => p50Ms, 2],
    ["p99 delivery", ({ p99Ms }: Measured) => p99Ms, 2],
    [
      "processor per message",
      (result: Measured) => perMessageUs(result.serverMs + result.databaseMs, result),
      2.5,
    ],
  ] as const) {
    const ratio = (floor: Measured) => of(kampus) / of(floor);
    const besideStoring = atMost(ratio(floors.storing), limit, "×");
    console.log(
      `    ${name.padEnd(22)} ${record(subject, `${name} beside the storing relay`, besideStoring)}  (${rounded(ratio(floors.bare))}×)`,
    );
  }
  const lost = record(subject, "lost or refused", atMost(kampus.lost + kampus.refused, 0));
  console.log(`    lost                   ${lost}`);
}
