/** Programs that deliver messages in turns, and what that took them. */
import { setTimeout as wait } from "node:timers/promises";
import { openDevices, type Outcome } from "#bench/chat/chat-devices.ts";
import type { Subject } from "#bench/chat/chat-subjects.ts";
import { backendMs, processorMs, sumOfGrowth } from "#bench/measure/processor-time.ts";
import { median, rounded } from "#bench/measure/targets.ts";
import { createTemporaryDatabase } from "#bench/temporary-database.ts";

/** The time that V8 takes to compile hot functions. */
const warmUpSeconds = 10;
export const rounds = 3;
const settleMs = 2_000;

type Round = Outcome & { serverMs: number; databaseMs: number };
export type Measured = Round & { name: string };

export interface Contender {
  name: string;
  deliver: (rate: { perSecond: number; seconds: number }) => Promise<Round>;
}

/** With a database and devices of its own; all end with `opened`. */
export async function contender(
  name: string,
  opened: AsyncDisposableStack,
  start: (databaseUrl: string) => Promise<Subject>,
): Promise<Contender> {
  const database = opened.use(await createTemporaryDatabase());
  const subject = opened.use(await start(database.url));
  const devices = opened.use(await openDevices(subject));
  await devices.connect(subject.tokens.length);
  const used = async () =>
    [await processorMs(subject.processId), await backendMs(database.url)] as const;
  return {
    name,
    async deliver(rate) {
      const [serverBefore, databaseBefore] = await used();
      const outcome = await devices.send(rate);
      const [serverAfter, databaseAfter] = await used();
      return {
        ...outcome,
        serverMs: serverAfter - serverBefore,
        databaseMs: sumOfGrowth(databaseBefore, databaseAfter),
      };
    },
  };
}

/** What each has measured in `seconds` by turns, so that a slowing machine slows all. */
export async function inRounds(
  contenders: readonly Contender[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Measured[]> {
  await wait(settleMs);
  for (const { deliver } of contenders) await deliver({ perSecond, seconds: warmUpSeconds });
  const played = contenders.map(({ name }) => ({ name, of: [] as Round[] }));
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { deliver }] of contenders.entries())
      played[index]?.of.push(await deliver({ perSecond, seconds: seconds / rounds }));
  return played.map(({ name, of }) => summed(name, of));
}

/** The median of the rounds counts for times. */
function summed(name: string, played: Round[]): Measured {
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

/** In microseconds of the server and of PostgreSQL, for each message or, of several recipients, for each delivery. */
export function processorOf({ serverMs, databaseMs, messages }: Measured, recipients = 1) {
  const [server, database] = [serverMs, databaseMs].map(
    (ms) => (ms * 1000) / (messages * recipients),
  ) as [number, number]; // of two
  return { server, database, both: server + database };
}

export function print(result: Measured, { per = "message", recipients = 1 } = {}): void {
  const { name, p50Ms, p99Ms, maxMs, lost, refused } = result;
  const { server, database } = processorOf(result, recipients);
  console.log(
    `  ${name.padEnd(14)} median ${rounded(p50Ms)} ms, p99 ${rounded(p99Ms)} ms, most ${rounded(maxMs)} ms;` +
      ` processor per ${per} ${rounded(server)} µs and ${rounded(database)} µs of PostgreSQL; lost ${lost}, refused ${refused}`,
  );
}
