/** The spans that a tracing node sends to the operator's collector. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTracing } from "#server/telemetry/open-tracing.ts";
import { setTracer } from "#server/telemetry/tracing.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { type CollectedSpan, startOtlpCollector } from "#server/testing/doubles/otlp-collector.ts";
import { startTestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const secrets = {
  text: `canary-${randomUUID()}`,
  email: "canary.traced@kampus.example",
  password: `canary-${randomUUID()}`,
  query: `canary-${randomUUID()}`,
  token: "",
};
const crowd = 12;
let collector: Awaited<ReturnType<typeof startOtlpCollector>>;
let spans: CollectedSpan[];
let requestId: unknown;

/** All requests happen first, because spans are sent in batches at the end. */
beforeAll(async () => {
  collector = await startOtlpCollector();
  const tracer = openTracing({ url: collector.url, ratio: 1 });
  setTracer(tracer);
  const kampus = await startTestKampus();
  const member = await kampus.member({ email: secrets.email, password: secrets.password });
  secrets.token = member.token;
  const recipient = await oneMember(kampus);
  const messenger = testMessenger(kampus);
  const chat = await messenger.open(member, recipient);
  const device = await connectSocket(kampus, { token: recipient.token });
  const answer = await messenger.send(member, chat.id, secrets.text);
  requestId = answer.headers["x-request-id"];
  await vi.waitFor(() => {
    expect(device.payloadsOf("message")).toHaveLength(1);
  }, 5_000);
  await kampus.get("/api/ru/users", { token: member.token, query: { q: secrets.query } });
  await kampus.get(`/api/ru/nothing/${secrets.query}`, {
    headers: { traceparent: "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01" },
  });
  await kampus.signIn(secrets.email, "wrong");
  const all = Array.from({ length: crowd }, () => messenger.send(member, chat.id, secrets.text));
  await Promise.all(all);
  closeSockets();
  await kampus.close();
  await tracer.close();
  setTracer(null);
  spans = collector.spans();
});
afterAll(() => {
  setTracer(null);
  collector.close();
});

const sendRoute = "POST /messenger/:x/sendMessage";
const attributesOf = ({ attributes }: CollectedSpan) => attributes;
const inTraceOf = ({ traceId }: CollectedSpan) => spans.filter((span) => span.traceId === traceId);
const parentOf = ({ parentId }: CollectedSpan) => spans.find((span) => span.spanId === parentId);
const ancestorsOf = (span: CollectedSpan): string[] => {
  const parent = parentOf(span);
  return parent ? [parent.name, ...ancestorsOf(parent)] : [];
};

describe("a message that is sent", () => {
  const sent = () => {
    const found = spans.find(({ attributes }) => attributes["kampus.request_id"] === requestId);
    if (!found) throw new Error("the request has no span");
    return found;
  };

  it("is one trace from the request, which names its route, to the devices it reached", () => {
    expect(sent()).toMatchObject({ name: sendRoute, parentId: "", kind: 2 });
    expect(attributesOf(sent())).toMatchObject({ "http.response.status_code": 201 });
    const publish = inTraceOf(sent()).find(({ name }) => name === "publish message");
    expect(publish?.attributes).toEqual({ "kampus.event": "message", "kampus.recipients": 2 });
    const reached = inTraceOf(sent()).find(
      (span) => span.name === "reach devices" && parentOf(span) === publish,
    );
    expect(reached?.attributes).toEqual({ "kampus.devices": 1 });
    expect(reached && ancestorsOf(reached)).toEqual(["publish message", sendRoute]);
  });

  it("includes its queries, by operation and first table", () => {
    const queries = inTraceOf(sent()).filter(({ attributes }) => attributes["db.system.name"]);
    const summaries = queries.map(({ attributes }) => attributes["db.query.summary"]);
    expect(summaries.length).toBeGreaterThanOrEqual(1);
    for (const summary of summaries) expect(summary).toMatch(/^[A-Z]+( [a-z_.]+)?$/);
    for (const query of queries) expect(ancestorsOf(query)).toContain(sendRoute);
  });
});

it("messages stored together are in the trace of the first, and the traces of the others link to it", () => {
  const batches = spans.filter(({ name }) => name === "batch");
  expect(batches.length).toBeGreaterThanOrEqual(1);
  for (const batch of batches) {
    expect(batch.links.length).toBeGreaterThanOrEqual(1);
    for (const id of batch.links)
      expect(spans.find(({ spanId }) => spanId === id)?.links).toContain(batch.spanId);
  }
});

it("a client's own trace is not continued", () => {
  expect(collector.bytes().includes(Buffer.from("0123456789abcdef0123456789abcdef", "hex"))).toBe(
    false,
  );
});

it("sent mails are traces of their own", () => {
  const job = spans.find(({ name }) => name === "job mail");
  expect(job).toMatchObject({ parentId: "" });
});

it("no span holds a text, a token, a password, an address or a name", () => {
  expect(collector.contentTypes()).toEqual(["application/x-protobuf"]);
  expect(spans.length).toBeGreaterThan(50);
  const sent = collector.bytes();
  const others = ["127.0.0.1", "kampus.localhost", "Каримов", "canary", "nothing"];
  for (const secret of [...Object.values(secrets), ...others])
    expect(sent.includes(secret), secret).toBe(false);
  const keys = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
  expect([...keys].toSorted()).toEqual([
    ...["db.query.summary", "db.system.name", "http.request.method"],
    ...["http.response.status_code", "http.route", "kampus.batch", "kampus.devices"],
    ...["kampus.event", "kampus.recipients", "kampus.request_id"],
  ]);
});
