import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEnv } from "#server/env.ts";
import type { Jobs } from "#server/infra/jobs/job-queue.ts";
import { type Sms, smsDelivery } from "#server/sms/deliver-sms.ts";
import { startTestQueue, type TestQueue } from "#server/testing/test-queue.ts";

let queue: TestQueue;
const closing: (() => void)[] = [];
beforeEach(async () => {
  queue = await startTestQueue();
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await queue.close();
});

interface Call {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** A webhook; `answer` gives the status of each call. */
const startWebhook = async (answer: (call: number) => number, port = 0) => {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url: path, headers } = request;
      calls.push({ method, path, headers, body: JSON.parse(body) });
      response.writeHead(answer(calls.length), { location: "/elsewhere" }).end("{}");
    });
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  closing.push(close);
  return { calls, close, port: (server.address() as AddressInfo).port };
};

const open = (url: string) =>
  queue.jobs.open<Sms>("sms", smsDelivery(readEnv({ SMS_URL: url }), queue.db));
const send = async (texts: Jobs<Sms>, to: string, expires_at?: string) => {
  const sms = { to, text: `Код для ${to}`, ...(expires_at && { expires_at }) };
  await queue.db.transaction().execute((trx) => texts.enqueue(trx, sms));
  texts.wake();
};
const called = (webhook: { calls: Call[] }, texts: Jobs<Sms>, times: number) =>
  expect
    .poll(
      () => {
        texts.wake();
        return webhook.calls.length;
      },
      { timeout: 15_000 },
    )
    .toBe(times);

describe("a text message by SMS_URL", () => {
  it("is posted as JSON, once, with the name and password of the URL", async () => {
    const webhook = await startWebhook(() => 202);
    const texts = await open(`http://kampus:p%40ss@127.0.0.1:${webhook.port}/send?from=Kampus`);
    await send(texts, "+998901234567");
    await called(webhook, texts, 1);
    expect(webhook.calls[0]).toMatchObject({
      method: "POST",
      path: "/send?from=Kampus",
      body: { to: "+998901234567", text: "Код для +998901234567" },
      headers: {
        "content-type": "application/json",
        authorization: `Basic ${Buffer.from("kampus:p@ss").toString("base64")}`,
      },
    });
    await send(texts, "+998901234568");
    await called(webhook, texts, 2);
  });

  it("is tried again while the webhook fails, redirects or refuses us, under one key", async () => {
    const statuses = [500, 503, 429, 302, 401, 200];
    const webhook = await startWebhook((call) => statuses[call - 1] ?? 200);
    const texts = await open(`http://127.0.0.1:${webhook.port}/`);
    await send(texts, "+998901234567");
    await called(webhook, texts, 6);
    expect(new Set(webhook.calls.map(({ path }) => path))).toEqual(new Set(["/"]));
    expect(new Set(webhook.calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    await send(texts, "+998901234568");
    await called(webhook, texts, 7);
  });

  it("waits while the webhook is away", async () => {
    const away = await startWebhook(() => 200);
    away.close();
    const texts = await open(`http://127.0.0.1:${away.port}/`);
    await send(texts, "+998901234567");
    await expect
      .poll(() => queue.logged("job failed, will be tried again").length)
      .toBeGreaterThan(1);
    const back = await startWebhook(() => 200, away.port);
    await called(back, texts, 1);
  });

  it("is posted while its code is valid, and dropped once it has expired", async () => {
    const webhook = await startWebhook(() => 200);
    const texts = await open(`http://127.0.0.1:${webhook.port}/`);
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    await send(texts, "+998901234567", inMinutes(-1));
    await send(texts, "+998901234568", inMinutes(5));
    await called(webhook, texts, 1);
    expect(webhook.calls[0]?.body).toMatchObject({ to: "+998901234568" });
    expect(queue.logged("job given up")).toMatchObject([
      { err: { message: "what it says has expired" } },
    ]);
  });

  it("that the webhook refuses for good is logged, without its text, and dropped", async () => {
    const webhook = await startWebhook((call) => (call === 1 ? 422 : 200));
    const texts = await open(`http://127.0.0.1:${webhook.port}/`);
    await send(texts, "+998901234567");
    await send(texts, "+998901234568");
    await called(webhook, texts, 2);
    expect(webhook.calls.map(({ body }) => body)).toMatchObject([
      { to: "+998901234567" },
      { to: "+998901234568" },
    ]);
    expect(queue.logged("job given up")).toMatchObject([{ kind: "sms" }]);
    expect(JSON.stringify(queue.lines)).not.toContain("Код");
  });
});

describe("where text messages go", () => {
  it.each([
    [{}, true],
    [{ SMS_URL: "http://sms.example" }, true],
    [{ ROOT_DOMAIN: "kampus.uz", SMS_URL: "http://sms.example" }, true],
    [{ ROOT_DOMAIN: "kampus.uz" }, false],
    [{ SMTP_URL: "smtp://mail.example" }, false],
  ])("with %j they are delivered at all: %s", (variables, somewhere) => {
    expect(smsDelivery(readEnv(variables), queue.db) !== null).toBe(somewhere);
  });
});
