import { beforeEach, describe, expect, it, vi } from "vitest";
import { dataFrom } from "#server/testing/answers.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import type { TestMember } from "#server/testing/test-members.ts";
import { startTestPushService } from "#server/testing/doubles/test-push-service.ts";
import {
  testPushPath,
  pushesForFile,
  type TestBrowser,
  pushesArrived,
} from "#server/testing/doubles/test-pushes.ts";

const author = { surname: "Юсупова", name: "Мадина", patronymic: "Рустамовна" };

const pushes = pushesForFile();
const { kampus, messenger, turnOn } = pushes;

const endpointOf = async ({ token }: { token: string }) =>
  (await dataFrom<{ endpoint: string | null }>(kampus.get(testPushPath, { token }))).endpoint;

let madina: TestMember;
let alisher: TestMember;
let browser: TestBrowser;
let chatId: number;
beforeEach(async () => {
  madina = await kampus.member(author);
  alisher = await kampus.member();
  browser = await turnOn(alisher);
  chatId = (await messenger.open(madina, alisher)).id;
});

describe("a subscription", () => {
  it.each([404, 410])("that has ended (%i) is forgotten", async (status) => {
    browser.status = status;
    await messenger.say(madina, chatId);
    await vi.waitFor(async () => expect(await endpointOf(alisher)).toBeNull(), { timeout: 10_000 });
  });

  it("replaces the one before it in its session", async () => {
    const newer = await turnOn(alisher);
    expect(await endpointOf(alisher)).toBe(newer.subscription.endpoint);
    await messenger.say(madina, chatId);
    await pushesArrived(newer);
    expect(browser.received).toEqual([]);
  });

  it("of a browser is that of the member who turned it on last, though the session of the former one goes on", async () => {
    const next = await kampus.member();
    const { token } = next;
    expect((await kampus.post(testPushPath, browser.subscription, { token })).statusCode).toBe(200);
    const endpoints = [await endpointOf(alisher), await endpointOf(next)];
    expect(endpoints).toEqual([null, browser.subscription.endpoint]);
    await messenger.say(madina, chatId);
    await messenger.say(madina, (await messenger.open(madina, next)).id);
    await pushes.settled(madina);
    expect(browser.received.map(({ payload }) => payload.user_id)).toEqual([next.id]);
  });

  it("ends when it is turned off", async () => {
    expect((await kampus.delete(testPushPath, { token: alisher.token })).statusCode).toBe(200);
    expect(await endpointOf(alisher)).toBeNull();
  });

  // The embedded database does one thing after another: there no session ends while a request runs.
  it.runIf(process.env.TEST_DATABASE_URL)(
    "that waits while its session ends is refused as from a device that is signed out",
    async () => {
      const release = await holdOpen(kampus, (trx) =>
        trx.deleteFrom("sessions").where("user_id", "=", alisher.id).execute(),
      );
      const { token } = alisher;
      const turningOn = kampus.post(testPushPath, browser.subscription, { token });
      try {
        await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
      } finally {
        await release();
      }
      expect((await turningOn).statusCode).toBe(401);
    },
  );

  it("at an unreachable push service is retried, and delays nobody else", async () => {
    browser.status = 503;
    await messenger.say(madina, chatId, "позже");
    const other = await kampus.member();
    const seen = await turnOn(other);
    await messenger.say(madina, (await messenger.open(madina, other)).id, "сразу");
    await vi.waitFor(() => expect(browser.attempts).toBeGreaterThan(0), { timeout: 10_000 });
    await pushesArrived(seen);
    browser.status = 201;
    expect(await endpointOf(alisher)).toBe(browser.subscription.endpoint);
    await pushesArrived(browser);
  }, 60_000);

  it("stays when its push service cannot be reached", async () => {
    const gone = await startTestPushService();
    const { subscription } = gone.browser();
    await gone.close();
    await kampus.post(testPushPath, subscription, { token: alisher.token });
    await messenger.say(madina, chatId, "никуда");
    await pushes.settled(madina);
    expect(await endpointOf(alisher)).toBe(subscription.endpoint);
  });

  it.each([
    "http://fcm.googleapis.com/x",
    "https://127.0.0.1/x",
    "https://10.0.0.1/x",
    "https://[::1]/x",
    "https://localhost/x",
    "https://metadata.google.internal/x",
    "https://kampus.localhost/x",
    "https://user:pass@push.example.com/x",
    "https://push.example.com:8443/x",
    "ftp://push.example.com/x",
    "x",
    `https://push.example.com/${"x".repeat(1000)}`,
    "https://push.example.com/\u0000",
  ])("is refused for the address %s", async (endpoint) => {
    const { keys } = pushes.newBrowser().subscription;
    const answer = await kampus.post(testPushPath, { endpoint, keys }, { token: alisher.token });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: { endpoint: [expect.any(String)] } });
  });

  it("is refused with keys of another length, or without any", async () => {
    const { endpoint, keys } = pushes.newBrowser().subscription;
    for (const wrong of [{ ...keys, auth: "short" }, { ...keys, p256dh: "x".repeat(4000) }, {}]) {
      const answer = await kampus.post(
        testPushPath,
        { endpoint, keys: wrong },
        { token: alisher.token },
      );
      expect(answer.statusCode).toBe(422);
    }
  });

  it("with keys that encrypt nothing is forgotten at the first message", async () => {
    const { endpoint } = browser.subscription;
    const keys = { p256dh: "A".repeat(87), auth: "A".repeat(22) };
    expect(
      (await kampus.post(testPushPath, { endpoint, keys }, { token: alisher.token })).statusCode,
    ).toBe(200);
    await messenger.say(madina, chatId);
    await vi.waitFor(async () => expect(await endpointOf(alisher)).toBeNull(), { timeout: 10_000 });
  });
});

it("the key by which push services know the deployment stays the same", async () => {
  const keyOf = async ({ token }: TestMember) =>
    (await dataFrom<{ public_key: string }>(kampus.get(testPushPath, { token }))).public_key;
  const [one, other] = await Promise.all([keyOf(madina), keyOf(alisher)]);
  expect(one).toBe(other);
  expect(Buffer.from(one, "base64url")).toHaveLength(65);
});
