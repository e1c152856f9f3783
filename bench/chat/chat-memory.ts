import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { openDevices } from "#bench/chat/chat-devices.ts";
import { inPairs, startKampus, startRelay, type Subject } from "#bench/chat/chat-subjects.ts";
import { inspectedOn, memoryOf, residentMb } from "#bench/measure/memory-of.ts";
import { freePort } from "#bench/measure/ports.ts";
import { reportOn } from "#bench/measure/report.ts";
import { inDatabase } from "#bench/seeded-database.ts";
import { atMost, rounded } from "#bench/measure/targets.ts";
import { createTemporaryDatabase } from "#bench/temporary-database.ts";

/** The first devices make what every process makes once, so they are not measured. */
const warmUpSockets = 200;
const sockets = 10_000;
const crowd = inPairs((warmUpSockets + sockets) / 2);
/** Files that a process has open besides its sockets, with room. */
const otherFiles = 500;
/** What a device that has just connected still does. */
const settleMs = 8_000;
const arriveWithinMs = 300_000;

/** Memory of sockets that are connected and silent. */
export async function measureMemory(): Promise<void> {
  await requireOpenFiles(warmUpSockets + sockets + otherFiles);
  const relayed = await perSocket((inspected) => startRelay("bare relay", crowd, "", inspected));
  await using database = await createTemporaryDatabase();
  const own = await perSocket(
    (inspected) => startKampus(database.url, crowd, inspected),
    (count) => allPresent(database.url, count),
  );
  const { line } = reportOn(
    "an idle socket",
    `memory of an idle socket, of ${sockets.toLocaleString("en")}\n` +
      `  Kampus ${shown(own)}, bare relay ${shown(relayed)}`,
  );
  line("memory", atMost(own.used / 1024, 14, " KB"));
  line("memory beside bare relay", atMost(own.used / relayed.used, 1.5, "×"));
}

/**
 * Node raises its own limit to the hard one, which only the operator of the machine can raise. The devices are in a process
 * of their own, so each of the two has each socket once.
 */
async function requireOpenFiles(count: number): Promise<void> {
  const limits = await readFile("/proc/self/limits", "utf8");
  const [, allowed] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  if (allowed !== undefined && Number(allowed) < count)
    throw new Error(
      `${sockets} sockets need ${count} open files in a process, and this machine allows ${allowed}: raise "ulimit -Hn"`,
    );
}

/** In bytes. */
interface Taken {
  /** What objects and buffers take once the garbage is collected. */
  used: number;
  /** What Linux counts, with the room that the heap keeps and what Node holds outside it. */
  resident: number;
}

const shown = ({ used, resident }: Taken) =>
  `${rounded(used / 1024)} KB (${rounded(resident / 1024)} KB resident)`;

/** `arrived` resolves once the server has done what it does for so many new devices. */
async function perSocket(
  start: (variables: Record<string, string>) => Promise<Subject>,
  arrived?: (count: number) => Promise<void>,
): Promise<Taken> {
  const inspectorPort = await freePort();
  await using subject = await start(inspectedOn(inspectorPort));
  await using devices = await openDevices(subject);
  const connected = async (count: number, inAll: number) => {
    await devices.connect(count);
    await arrived?.(inAll);
    await wait(settleMs);
    const used = await memoryOf(inspectorPort);
    return { used, resident: (await residentMb(subject.processId)) * 1024 ** 2 };
  };
  const before = await connected(warmUpSockets, warmUpSockets);
  const after = await connected(sockets, warmUpSockets + sockets);
  return {
    used: (after.used - before.used) / sockets,
    resident: (after.resident - before.resident) / sockets,
  };
}

/** Waits until presence has stored that so many members are here, which it does for few at once. */
async function allPresent(databaseUrl: string, count: number): Promise<void> {
  const deadline = Date.now() + arriveWithinMs;
  await inDatabase(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ present: number }>(
        "SELECT count(*)::int AS present FROM present_members",
      );
      if ((rows[0]?.present ?? 0) >= count) return;
      if (Date.now() > deadline) throw new Error("presence has not noted all who arrived");
      await wait(500);
    }
  });
}
