/** A Kampus whose pushes go to a push service of its own. */
import { afterAll, beforeAll, expect, vi } from "vitest";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import type { TestMember } from "#server/testing/test-members.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import {
  startTestPushService,
  type TestPushService,
} from "#server/testing/doubles/test-push-service.ts";

export const testPushPath = "/api/ru/profile/setting/push";

export type TestBrowser = ReturnType<TestPushService["browser"]>;

export const pushesArrived = (browser: TestBrowser, count = 1) =>
  vi.waitFor(() => expect(browser.received).toHaveLength(count), { timeout: 10_000, interval: 20 });

/** Starts a Kampus and its push service before the first test of a file, and closes them after the last. */
export function pushesForFile() {
  let service: TestPushService | undefined;
  beforeAll(async () => {
    service = await startTestPushService();
  });
  afterAll(() => service?.close());
  const kampus = kampusForFile({}, undefined, { noticeSettleMs: 20 });
  const messenger = testMessenger(kampus);
  const newBrowser = (): TestBrowser => {
    if (!service) throw new Error("the push service of this file has not started");
    return service.browser();
  };

  /** Returns a browser of the member that gets their notifications. */
  const turnOn = async (member: { token: string }): Promise<TestBrowser> => {
    const browser = newBrowser();
    const answer = await kampus.post(testPushPath, browser.subscription, { token: member.token });
    expect(answer.statusCode).toBe(200);
    return browser;
  };
  return {
    kampus,
    messenger,
    newBrowser,
    turnOn,

    /** Earlier messages of `author` are handled once a later message to another browser has arrived. */
    async settled(author: TestMember): Promise<void> {
      const witness = await kampus.member();
      const seen = await turnOn(witness);
      await messenger.say(author, (await messenger.open(author, witness)).id, "последнее");
      await pushesArrived(seen);
    },
  };
}
