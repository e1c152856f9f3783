/** SEC-R5: what a member's push service may take from the pushes of others. */
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { insertSession } from "#server/auth/stored-sessions.ts";
import { places } from "#server/push/lines.ts";
import { openPushes } from "#server/push/pushes.ts";
import { storeSubscription } from "#server/push/repository.ts";
import { insertMembers } from "#server/testing/data/insert-members.ts";
import { startTestQueue, type TestQueue } from "#server/testing/test-queue.ts";

interface Notice {
  chat: number;
  seq: number;
}
interface Sent extends Notice {
  endpoint: string;
}

const patience = { timeout: 30_000, interval: 20 };
const away = "away.notify.windows.com";
const isAway = (endpoint: string) => endpoint.startsWith(`https://${away}/`);
const isHung = (endpoint: string) => endpoint.startsWith("https://hung");

let queue: TestQueue;
let pushes: Awaited<ReturnType<typeof openPushes<Notice>>>;
/** Every call of a push service; those of the hung ones are answered by `answer` alone. */
let sent: Sent[];
let unanswered: (() => void)[];
let deleted: Notice[];
/** What a service has refused once; it is slow to take it at the second try. */
let refused: Set<string>;
beforeEach(async () => {
  queue = await startTestQueue();
  [sent, unanswered, deleted, refused] = [[], [], [], new Set()];
  pushes = await openPushes<Notice>({
    ...queue,
    log: pino({ level: "silent" }),
    send: async ({ endpoint }, { payload }) => {
      sent.push({ endpoint, ...(payload as Notice) });
      const what = JSON.stringify([endpoint, payload]);
      if (isAway(endpoint) && !refused.has(what)) {
        refused.add(what);
        throw new Error("away");
      }
      if (isHung(endpoint) || isAway(endpoint))
        await new Promise<void>((resolve) => {
          unanswered.push(resolve);
        });
      return "sent";
    },
    compose: ({ chat, seq }, userIds) => {
      const isDeleted = deleted.some((one) => one.chat === chat && one.seq === seq);
      const push = { topic: `chat-${chat}`, urgency: "high" as const, payload: { chat, seq } };
      return Promise.resolve(new Map(isDeleted ? [] : userIds.map((id) => [id, push])));
    },
    subjectOf: ({ chat, seq }) => ({ subject: `chat ${chat}`, number: seq }),
  });
});
const answer = () => {
  for (const resolve of unanswered.splice(0)) resolve();
};
afterEach(async () => {
  vi.useRealTimers();
  const going = setInterval(answer, 5); // what still hangs would hold the queue open
  await queue.close();
  clearInterval(going);
});

/** A member with a browser at each of these hosts. */
const memberAt = async (...hosts: string[]): Promise<number> => {
  const [member] = await insertMembers(queue, [{}]);
  for (const userAgent of hosts)
    await insertSession(queue.db, member.id, { userAgent, ip: "127.0.0.1" });
  const { rows } = await sql<{ id: string }>`
    SELECT encode(token_hash, 'hex') AS id FROM sessions WHERE user_id = ${member.id}`.execute(
    queue.db,
  );
  const keys = { p256dh: "key", auth: "auth" };
  for (const [index, host] of hosts.entries())
    await storeSubscription(queue.db, rows[index]?.id ?? "", {
      endpoint: `https://${host}/${member.id}`,
      keys,
    });
  return member.id;
};
const hungHosts = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `hung${name}${index}.example`);
/** Messages of so many chats, each its own notice. */
const write = async (userId: number, chats: number, seq = 1) => {
  for (let chat = 1; chat <= chats; chat += 1)
    await pushes.notify([{ notice: { chat: userId * 1_000 + chat, seq }, userIds: [userId] }]);
};
const sentTo = (host: string) => sent.filter(({ endpoint }) => endpoint.includes(`//${host}/`));
const waiting = async () =>
  (
    await sql<{ group_id: string; seq: number }>`
      SELECT group_id, (data->'notice'->>'seq')::int AS seq FROM pgboss.job
      WHERE name = 'push' AND state < 'active'`.execute(queue.db)
  ).rows;

describe("a member whose push services do not answer", () => {
  it("holds one place of a node, with however many browsers, hosts and messages, and others get their pushes", async () => {
    for (const name of ["a", "b"]) await write(await memberAt(...hungHosts(name, 5)), 4);
    await vi.waitFor(() => expect(unanswered.length).toBeGreaterThanOrEqual(2), patience);

    await write(await memberAt("push.example"), 3);
    await write(await memberAt("fcm.googleapis.com"), 3);
    await vi.waitFor(() => {
      expect(sentTo("push.example")).toHaveLength(3);
      expect(sentTo("fcm.googleapis.com")).toHaveLength(3);
    }, patience);
    expect(unanswered).toHaveLength(2);
  }, 90_000);

  it("delays no push to the services of large browsers, though as many do it as there are places", async () => {
    for (let index = 0; index < 6; index += 1)
      await write(await memberAt(...hungHosts(String(index), 1)), 2);
    await vi.waitFor(() => expect(unanswered).toHaveLength(4), patience);
    for (const host of [
      "fcm.googleapis.com",
      "updates.push.services.mozilla.com",
      "web.push.apple.com",
      "db5p.notify.windows.com",
    ]) {
      await write(await memberAt(host), 1);
      await vi.waitFor(() => expect(sentTo(host)).toHaveLength(1), patience);
    }
    expect(unanswered).toHaveLength(4);
  }, 90_000);

  it("with a long line gives way to a member whose line is short, at unknown services too", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let index = 0; index < 4; index += 1)
      await write(await memberAt(...hungHosts(String(index), 1)), 20);
    await vi.waitFor(() => expect(unanswered).toHaveLength(4), patience);
    await write(await memberAt("push.example"), 1);
    await vi.waitFor(async () => {
      const left = await waiting();
      expect(left).toHaveLength(4 * 19 + 1);
      expect(left.every(({ group_id }) => group_id.endsWith("elsewhere"))).toBe(true);
    }, patience);
    await vi.waitFor(() => {
      answer();
      expect(sentTo("push.example")).toHaveLength(1);
    }, patience);
    expect(sent.findIndex(({ endpoint }) => endpoint.includes("//push.example/"))).toBeLessThan(13);
  }, 90_000);

  it("has at most a hundred pushes waiting; beyond that the oldest are dropped", async () => {
    const id = await memberAt("hung.example");
    await write(id, 1);
    await vi.waitFor(() => expect(unanswered).toHaveLength(1), patience);
    await write(id, 110);
    await vi.waitFor(async () => {
      const left = await waiting();
      expect(left).toHaveLength(100);
      expect(new Set(left.map(({ group_id }) => group_id))).toEqual(
        new Set([`member ${id} elsewhere`]),
      );
    }, patience);
  }, 90_000);
});

describe("pushes that a service of a large browser did not take", () => {
  it("do not slow down other pushes while they wait, and arrive when the service is back", async () => {
    const members = [await memberAt(away), await memberAt(away)];
    for (const id of members) await write(id, 2);
    await vi.waitFor(async () => {
      const { rows } = await sql<{ priority: number }>`
        SELECT priority FROM pgboss.job WHERE name = 'push' AND state <= 'active'`.execute(
        queue.db,
      );
      expect(rows).toHaveLength(4);
      for (const { priority } of rows) expect(priority).toBeLessThan(places[0]?.minPriority ?? 0);
    }, patience);
    await vi.waitFor(async () => {
      answer();
      expect(await waiting()).toEqual([]);
      expect(sentTo(away)).toHaveLength(2 * refused.size);
    }, patience);
  }, 90_000);
});

describe("messages of a chat that wait for one browser", () => {
  /** The first is being pushed while five more come. */
  const sixMessages = async () => {
    const id = await memberAt("hung.example");
    await write(id, 1, 1);
    await vi.waitFor(() => expect(unanswered).toHaveLength(1), patience);
    for (let seq = 2; seq <= 6; seq += 1) await write(id, 1, seq);
    await vi.waitFor(
      async () => expect(await waiting()).toEqual([{ group_id: `member ${id} elsewhere`, seq: 6 }]),
      patience,
    );
    return { chat: id * 1_000 + 1 };
  };
  const pushedInTheEnd = () =>
    vi.waitFor(async () => {
      answer();
      expect(await waiting()).toEqual([]);
      expect(sent.map(({ seq }) => seq)).toHaveLength(2);
      return sent.map(({ seq }) => seq);
    }, patience);

  it("become one push, of the newest", async () => {
    await sixMessages();
    expect(await pushedInTheEnd()).toEqual([1, 6]);
  }, 90_000);

  it("are pushed as the newest one left, if the last was deleted meanwhile", async () => {
    const { chat } = await sixMessages();
    deleted.push({ chat, seq: 6 });
    expect(await pushedInTheEnd()).toEqual([1, 5]);
  }, 90_000);
});
