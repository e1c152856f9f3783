import { setTimeout as wait } from "node:timers/promises";
import { openDevices } from "#bench/chat/chat-devices.ts";
import { startKampus, startRelay, type Subject } from "#bench/chat/chat-subjects.ts";
import { inspectedOn, memoryOf } from "#bench/measure/memory-of.ts";
import { freePort } from "#bench/measure/ports.ts";
import { reportOn } from "#bench/measure/report.ts";
import { atMost, rounded } from "#bench/measure/targets.ts";
import { createTemporaryDatabase } from "#bench/temporary-database.ts";

/** The first devices make what every process makes once, so they are not measured. */
const warmUpSockets = 200;
const sockets = 1_000;
/** Longer than presence takes to note who has arrived. */
const settleMs = 8_000;

/** Memory of sockets that are connected and silent. */
export async function measureMemory(): Promise<void> {
  const pairs = (warmUpSockets + sockets) / 2;
  const relayed = await perSocket((inspected) => startRelay("bare relay", pairs, "", inspected));
  await using database = await createTemporaryDatabase();
  const own = await perSocket((inspected) => startKampus(database.url, pairs, inspected));
  const { line } = reportOn(
    "an idle socket",
    `memory of an idle socket, of ${sockets.toLocaleString("en")}\n` +
      `  Kampus ${rounded(own / 1024)} KB, bare relay ${rounded(relayed / 1024)} KB`,
  );
  line("memory beside bare relay", atMost(own / relayed, 1.5, "×"));
}

/** In bytes. */
async function perSocket(
  start: (variables: Record<string, string>) => Promise<Subject>,
): Promise<number> {
  const inspectorPort = await freePort();
  await using subject = await start(inspectedOn(inspectorPort));
  await using devices = await openDevices(subject);
  const connected = async (count: number) => {
    await devices.connect(count);
    await wait(settleMs);
    return memoryOf(inspectorPort);
  };
  const before = await connected(warmUpSockets);
  return ((await connected(sockets)) - before) / sockets;
}
