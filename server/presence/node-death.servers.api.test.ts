/** What the devices on two live nodes receive when a third one is gone. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { presenceTimes } from "#server/presence/presence.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { startTestRedis, type TestRedis } from "#server/testing/test-redis.ts";
import { closeSockets, connectSocket, type TestSocket } from "#server/testing/test-socket.ts";

const log = pino({ level: "silent" });
const quick = { ...presenceTimes, graceMs: 0, beatMs: 100, deathsMs: 0 };

let redis: TestRedis;
let kampus: Awaited<ReturnType<typeof startTestKampus>>;
let other: TestKampus;
let messenger: ReturnType<typeof testMessenger>;
let author: SignedInMember;
let recipient: SignedInMember;
let chatId: number;
/** The recipient's, one on each live node. */
let devices: TestSocket[];
beforeAll(async () => {
  redis = await startTestRedis();
  kampus = await startTestKampus({ REDIS_URL: redis.url }, log, { presenceTimes: quick });
  other = await kampus.anotherNode();
  messenger = testMessenger(kampus);
});
afterAll(async () => {
  await other.close();
  await kampus.close();
  await redis.close();
});
beforeEach(async () => {
  [author, recipient] = await signedInMembers(kampus, 2);
  chatId = (await messenger.open(author, recipient)).id;
  devices = [await connectSocket(kampus, recipient), await connectSocket(other, recipient)];
  await sayUntilReceived();
  for (const { events } of devices) events.length = 0;
});
afterEach(closeSockets);

/** How many rows of nodes there are, once none is left of those that are gone. */
const liveNodes = async () => {
  const { rows } = await sql<{ left: number }>`
    SELECT count(*)::int AS left FROM presence_nodes`.execute(kampus.db);
  return rows[0]?.left;
};
const die = () =>
  sql`INSERT INTO presence_nodes VALUES (${randomUUID()}, now() - interval '1 second')`.execute(
    kampus.db,
  );
const sayUntilReceived = async () => {
  const { text } = await messenger.say(author, chatId, `Салом ${randomUUID()}`);
  for (const { payloadsOf } of devices)
    await expect.poll(() => payloadsOf("message").map((message) => message.text)).toContain(text);
};
const resyncs = () => devices.map(({ payloadsOf }) => payloadsOf("resync").length);
const lastCounts = () =>
  devices.map(({ payloadsOf }) => payloadsOf("all_new_messages_count").at(-1));

/** Stores a message like a node that dies before it could publish: the row is there, and no device received it. */
async function storeUnpublished(text: string) {
  await sql`
    WITH chat AS (
      UPDATE chats SET last_seq = last_seq + 1, last_message_at = now() WHERE id = ${chatId} RETURNING last_seq
    )
    INSERT INTO messages (chat_id, seq, author_id, client_id, text)
    SELECT ${chatId}, last_seq, ${author.id}, ${randomUUID()}, ${text} FROM chat`.execute(
    kampus.db,
  );
}

it("when a node has died, devices on every live one get one resync and their newest count, including messages that it stored and never published", async () => {
  await storeUnpublished("Осталось в базе");
  await die();
  await expect.poll(resyncs).toEqual([1, 1]);
  await expect
    .poll(lastCounts)
    .toEqual([{ all_new_messages_count: 2 }, { all_new_messages_count: 2 }]);
  for (const node of [kampus, other])
    expect((await testMessenger(node).history(recipient, chatId, { after: 1 })).data).toMatchObject(
      [{ text: "Осталось в базе" }],
    );
  await sayUntilReceived();
  expect(resyncs()).toEqual([1, 1]);
});

it("when a node has died while Redis was away, devices on every live one get one resync once it is back", async () => {
  await redis.kill();
  await storeUnpublished("Осталось в базе");
  await die();
  await expect.poll(liveNodes).toBe(2);
  await redis.start();
  await expect.poll(resyncs, { timeout: 10_000 }).toEqual([1, 1]);
  await expect
    .poll(lastCounts)
    .toEqual([{ all_new_messages_count: 2 }, { all_new_messages_count: 2 }]);
  await sayUntilReceived();
  expect(resyncs()).toEqual([1, 1]);
});

it("when a node has stopped in order, no device gets a resync", async () => {
  const third = await kampus.anotherNode();
  await expect.poll(liveNodes).toBe(3);
  await third.close();
  await expect.poll(liveNodes).toBe(2);
  // What all devices get at the death that follows would have come twice.
  await sayUntilReceived();
  expect(resyncs()).toEqual([0, 0]);
  await die();
  await expect.poll(resyncs).toEqual([1, 1]);
});
