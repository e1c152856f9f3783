import { setTimeout as wait } from "node:timers/promises";
import { openDevices, type Outcome } from "#bench/chat-devices.ts";
import { startKampus, startRelay, type Subject } from "#bench/chat-subjects.ts";
import { backendMs, processorMs, sumOfGrowth } from "#bench/processor-time.ts";
import { atMost, rounded } from "#bench/targets.ts";
import { createTemporaryDatabase } from "#bench/temporary-database.ts";

const pairs = 500;
const perSecond = 2_000;
const warmUpSeconds = 5;
const settleMs = 2_000;

type Measured = Outcome & { serverMs: number; databaseMs: number };

/** Of messages that are due at a steady rate, whatever has become of those before. */
export async function measureDelivery(seconds: number): Promise<void> {
  console.log(
    `\n${perSecond.toLocaleString("en")} messages/s for ${seconds} s, ${2 * pairs} sockets in ${pairs} pairs`,
  );
  const bare = await measured("bare relay", seconds, () => startRelay("bare relay", pairs));
  const storing = await measured("storing relay", seconds, (url) =>
    startRelay("storing relay", pairs, url),
  );
  const kampus = await measured("Kampus", seconds, (url) => startKampus(url, pairs));
  const perMessage = ({ serverMs, databaseMs, messages }: Measured) =>
    (serverMs + databaseMs) / messages;
  const ratio = (of: (result: Measured) => number, floor: Measured) => of(kampus) / of(floor);
  console.log("  Kampus beside the storing relay (the bare one)");
  for (const [name, of, limit] of [
    ["median delivery", ({ p50Ms }: Measured) => p50Ms, 2],
    ["p99 delivery", ({ p99Ms }: Measured) => p99Ms, 2],
    ["processor per message", perMessage, 2.5],
  ] as const)
    console.log(
      `    ${name.padEnd(22)} ${atMost(ratio(of, storing), limit, "×")}  (${rounded(ratio(of, bare))}×)`,
    );
  console.log(`    lost                   ${atMost(kampus.lost + kampus.refused, 0)}`);
}

async function measured(
  name: string,
  seconds: number,
  start: (databaseUrl: string) => Promise<Subject>,
): Promise<Measured> {
  const database = await createTemporaryDatabase();
  try {
    const subject = await start(database.url);
    try {
      const result = await deliver(subject, database.url, seconds);
      const { serverMs, databaseMs, messages } = result;
      const processor = [serverMs, databaseMs].map((ms) => rounded((ms * 1000) / messages));
      console.log(
        `  ${name.padEnd(14)} median ${rounded(result.p50Ms)} ms, p99 ${rounded(result.p99Ms)} ms, most ${rounded(result.maxMs)} ms;` +
          ` processor per message ${processor[0]} µs and ${processor[1]} µs of PostgreSQL; lost ${result.lost}, refused ${result.refused}`,
      );
      return result;
    } finally {
      await subject.close();
    }
  } finally {
    await database.drop();
  }
}

async function deliver(subject: Subject, databaseUrl: string, seconds: number): Promise<Measured> {
  const devices = await openDevices(subject);
  try {
    await devices.connect(2 * pairs);
    await wait(settleMs);
    await devices.send({ perSecond, seconds: warmUpSeconds });
    const used = async () =>
      [await processorMs(subject.processId), await backendMs(databaseUrl)] as const;
    const [serverBefore, databaseBefore] = await used();
    const outcome = await devices.send({ perSecond, seconds });
    const [serverAfter, databaseAfter] = await used();
    return {
      ...outcome,
      serverMs: serverAfter - serverBefore,
      databaseMs: sumOfGrowth(databaseBefore, databaseAfter),
    };
  } finally {
    await devices.close();
  }
}
