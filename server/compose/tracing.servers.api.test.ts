import { afterAll, beforeAll, expect, it } from "vitest";
import { openTracing } from "#server/telemetry/open-tracing.ts";
import { setTracer } from "#server/telemetry/tracing.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { startOtlpCollector } from "#server/testing/doubles/otlp-collector.ts";
import { startTestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

let collector: Awaited<ReturnType<typeof startOtlpCollector>>;
beforeAll(async () => {
  collector = await startOtlpCollector();
});
afterAll(() => {
  setTracer(null);
  collector.close();
});

it("a message to a device on another node is one trace, from the request to that device", async () => {
  const tracer = openTracing({ url: collector.url, ratio: 1 });
  setTracer(tracer);
  const kampus = await startTestKampus();
  const other = await kampus.anotherNode();
  const [author, recipient] = await signedInMembers(kampus, 2);
  const messenger = testMessenger(kampus);
  const chat = await messenger.open(author, recipient);
  const far = await connectSocket(other, recipient);
  await messenger.say(author, chat.id);
  await expect.poll(() => far.payloadsOf("message").length).toBeGreaterThan(0);
  closeSockets();
  await other.close();
  await kampus.close();
  await tracer.close();

  const spans = collector.spans();
  const publish = spans.find(({ name }) => name === "publish message");
  const received = spans.find(
    ({ name, parentId }) => name === "receive event" && parentId === publish?.spanId,
  );
  const reached = spans.find(
    ({ name, parentId }) => name === "reach devices" && parentId === received?.spanId,
  );
  expect(reached).toMatchObject({
    traceId: publish?.traceId,
    attributes: { "kampus.devices": 1 },
  });
});
