import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPatientSend } from "#server/push/pushes.ts";
import { UnreachableService } from "#server/push/send-push.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

const subscription = {
  user_id: 1,
  endpoint: "https://push.example/one",
  p256dh: "key",
  auth: "auth",
};
const pushes = new Map([[1, { title: "", body: "" } as never]]); // nothing of it is read here
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

it.each([
  ["answers slowly", () => void vi.advanceTimersByTime(3_000), "sent"],
  [
    "does not answer",
    () => {
      throw new UnreachableService();
    },
    "failed",
  ],
])("a push service that %s is passed over for 15 seconds", async (_how, behave, outcome) => {
  const send = vi.fn(async () => {
    behave();
    return "sent" as const;
  });
  const sendOne = createPatientSend({ send, log: pino({ level: "silent" }) });
  const ask = () => sendOne(subscription, pushes);
  expect(await ask()).toBe(outcome);
  expect(await ask()).toBe("failed");
  expect(send).toHaveBeenCalledTimes(1);
  pass(15_001);
  await ask();
  expect(send).toHaveBeenCalledTimes(2);
});

it("a push service that answers soon is called each time", async () => {
  const send = vi.fn(async () => "sent" as const);
  const sendOne = createPatientSend({ send, log: pino({ level: "silent" }) });
  for (let calls = 0; calls < 3; calls += 1)
    expect(await sendOne(subscription, pushes)).toBe("sent");
  expect(send).toHaveBeenCalledTimes(3);
});
