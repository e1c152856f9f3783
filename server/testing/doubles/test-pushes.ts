/** A Kampus whose pushes go to a push service of its own. */
import { expect, vi } from "vitest";
import { startTestKampus, type TestMember } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import {
  startTestPushService,
  type TestPushService,
} from "#server/testing/doubles/test-push-service.ts";

export const testPushPath = "/api/ru/profile/setting/push";

export type TestBrowser = ReturnType<TestPushService["browser"]>;
export type TestPushes = Awaited<ReturnType<typeof startTestPushes>>;

export const pushesArrived = (browser: TestBrowser, count = 1) =>
  vi.waitFor(() => expect(browser.received).toHaveLength(count), { timeout: 10_000, interval: 20 });

export async function startTestPushes() {
  const kampus = await startTestKampus({}, undefined, { noticeSettleMs: 20 });
  const service = await startTestPushService();
  const messenger = testMessenger(kampus);

  /** A browser of the member that is to be notified. */
  const turnOn = async (member: { token: string }): Promise<TestBrowser> => {
    const browser = service.browser();
    const answer = await kampus.post(testPushPath, browser.subscription, { token: member.token });
    expect(answer.statusCode).toBe(200);
    return browser;
  };
  return {
    ...{ kampus, service, messenger, turnOn },

    /** Earlier messages of `author` are handled once a later message to another browser has arrived. */
    async settled(author: TestMember): Promise<void> {
      const witness = await kampus.member();
      const seen = await turnOn(witness);
      await messenger.say(author, (await messenger.open(author, witness)).id, "последнее");
      await pushesArrived(seen);
    },

    async close(): Promise<void> {
      await kampus.close();
      await service.close();
    },
  };
}
