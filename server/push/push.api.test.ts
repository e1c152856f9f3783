import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestKampus, type TestKampus, type TestMember } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { startTestPushService, type TestPushService } from "#server/testing/test-push-service.ts";

const path = "/api/ru/profile/setting/push";
const author = { surname: "Юсупова", name: "Мадина", patronymic: "Рустамовна" };

let kampus: TestKampus;
let service: TestPushService;
let messenger: ReturnType<typeof testMessenger>;
beforeAll(async () => {
  kampus = await startTestKampus({}, undefined, { noticeSettleMs: 20 });
  service = await startTestPushService();
  messenger = testMessenger(kampus);
});
afterAll(async () => {
  await kampus.close();
  await service.close();
});

type Browser = ReturnType<TestPushService["browser"]>;

async function turnOn(member: { token: string }): Promise<Browser> {
  const browser = service.browser();
  const answer = await kampus.post(path, browser.subscription, { token: member.token });
  expect(answer.statusCode).toBe(200);
  return browser;
}

const endpointOf = async ({ token }: { token: string }) =>
  (await kampus.get(path, { token })).json<{ data: { endpoint: string | null } }>().data.endpoint;

const told = (browser: Browser, count = 1) =>
  vi.waitFor(() => expect(browser.received).toHaveLength(count), { timeout: 10_000, interval: 20 });

let madina: TestMember;
let alisher: TestMember;
let browser: Browser;
let chatId: number;
beforeEach(async () => {
  madina = await kampus.member(author);
  alisher = await kampus.member();
  browser = await turnOn(alisher);
  chatId = (await messenger.open(madina, alisher)).id;
});

/** What was written before is settled once a later message to another browser has come. */
async function settled(): Promise<void> {
  const witness = await kampus.member();
  const seen = await turnOn(witness);
  await messenger.say(madina, (await messenger.open(madina, witness)).id, "последнее");
  await told(seen);
}

describe("a subscription", () => {
  it.each([404, 410])("that has ended (%i) is forgotten", async (status) => {
    browser.status = status;
    await messenger.say(madina, chatId);
    await vi.waitFor(async () => expect(await endpointOf(alisher)).toBeNull(), { timeout: 10_000 });
  });

  it("is one for a session: the newest", async () => {
    const newer = await turnOn(alisher);
    expect(await endpointOf(alisher)).toBe(newer.subscription.endpoint);
    await messenger.say(madina, chatId);
    await told(newer);
    expect(browser.received).toEqual([]);
  });

  it("ends when it is turned off", async () => {
    expect((await kampus.delete(path, { token: alisher.token })).statusCode).toBe(200);
    expect(await endpointOf(alisher)).toBeNull();
  });

  it("of a push service that is away is tried again, and keeps nobody waiting", async () => {
    browser.status = 503;
    await messenger.say(madina, chatId, "позже");
    const other = await kampus.member();
    const seen = await turnOn(other);
    await messenger.say(madina, (await messenger.open(madina, other)).id, "сразу");
    await vi.waitFor(() => expect(browser.attempts).toBeGreaterThan(0), { timeout: 10_000 });
    await told(seen);
    browser.status = 201;
    expect(await endpointOf(alisher)).toBe(browser.subscription.endpoint);
    await told(browser);
  }, 60_000);

  it("of a push service that cannot be reached costs the others nothing", async () => {
    const gone = await startTestPushService();
    const { subscription } = gone.browser();
    await gone.close();
    await kampus.post(path, subscription, { token: alisher.token });
    await messenger.say(madina, chatId, "никуда");
    await settled();
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
  ])("is not kept for the address %s", async (endpoint) => {
    const { keys } = service.browser().subscription;
    const answer = await kampus.post(path, { endpoint, keys }, { token: alisher.token });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: { endpoint: [expect.any(String)] } });
  });

  it("needs keys that can be keys", async () => {
    const { endpoint, keys } = service.browser().subscription;
    for (const wrong of [{ ...keys, auth: "short" }, { ...keys, p256dh: "x".repeat(4000) }, {}]) {
      const answer = await kampus.post(path, { endpoint, keys: wrong }, { token: alisher.token });
      expect(answer.statusCode).toBe(422);
    }
  });

  it("with keys that are none is forgotten at the first message", async () => {
    const { endpoint } = browser.subscription;
    const keys = { p256dh: "A".repeat(87), auth: "A".repeat(22) };
    expect((await kampus.post(path, { endpoint, keys }, { token: alisher.token })).statusCode).toBe(
      200,
    );
    await messenger.say(madina, chatId);
    await vi.waitFor(async () => expect(await endpointOf(alisher)).toBeNull(), { timeout: 10_000 });
  });
});

it("the key by which push services know the deployment stays the same", async () => {
  const keyOf = async ({ token }: TestMember) =>
    (await kampus.get(path, { token })).json<{ data: { public_key: string } }>().data.public_key;
  const [one, other] = await Promise.all([keyOf(madina), keyOf(alisher)]);
  expect(one).toBe(other);
  expect(Buffer.from(one, "base64url")).toHaveLength(65);
});
