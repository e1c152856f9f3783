import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readEnv } from "#server/env.ts";
import { mailDelivery } from "#server/mail/deliver-mail.ts";
import type { Mail, MailOutbox } from "#server/mail/outbox.ts";
import { startTestQueue, type TestQueue } from "#server/testing/test-queue.ts";
import { type ReceivedMail, smtpError, startTestSmtp } from "#server/testing/doubles/test-smtp.ts";

let queue: TestQueue;
beforeEach(async () => {
  queue = await startTestQueue();
});
afterEach(() => {
  vi.useRealTimers();
  return queue.close();
});

const open = (url: string) => {
  const env = readEnv({ SMTP_URL: url, ROOT_DOMAIN: "kampus.uz", BRAND_NAME: "Мой, «Kampus»" });
  return queue.jobs.open<Mail>("mail", mailDelivery(env, queue.db));
};
const mailTo = (to: string): Mail => ({
  to,
  subject: "Пароль изменён — Kampus",
  text: "Здравствуйте!\n\nhttps://site.kampus.uz/ru/recovery",
  html: "<!doctype html><p>Здравствуйте! oʻzbekcha</p>",
});
const send = async (outbox: MailOutbox, to: string, expires_at?: string) => {
  const mail = { ...mailTo(to), ...(expires_at && { expires_at }) };
  await queue.db.transaction().execute((trx) => outbox.enqueue(trx, mail));
  outbox.wake();
};
/** Waits for a mail to this address; those queued before it have had their turn by then. */
const received = (smtp: { received: ReceivedMail[] }, outbox: MailOutbox, to: string) =>
  expect
    .poll(
      () => {
        outbox.wake();
        return smtp.received.flatMap((mail) => mail.to);
      },
      { timeout: 15_000 },
    )
    .toContain(to);

describe("a mail by SMTP", () => {
  it("arrives as text and as HTML, from the domain, with its Message-ID", async () => {
    const smtp = await startTestSmtp();
    const outbox = await open(smtp.url);
    await send(outbox, "alisher@kampus.example");
    await received(smtp, outbox, "alisher@kampus.example");
    const [mail] = smtp.received;
    const { subject, text, html } = mailTo("");
    expect(mail).toMatchObject({ from: "no-reply@kampus.uz", to: ["alisher@kampus.example"] });
    expect(mail?.text.replaceAll("\r\n", "\n").trim()).toBe(text);
    expect(mail?.html.trim()).toBe(html);
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      from: "Мой, «Kampus» <no-reply@kampus.uz>",
      to: "alisher@kampus.example",
      subject,
      "message-id": expect.stringMatching(/^<[0-9a-f-]{36}@kampus\.uz>$/) as string,
      "auto-submitted": "auto-generated",
    });
    await smtp.close();
  });

  it("waits while the server is away, and arrives once when it is back", async () => {
    const away = await startTestSmtp();
    await away.close();
    const outbox = await open(away.url);
    for (const to of ["one@kampus.example", "two@kampus.example"]) await send(outbox, to);
    await expect
      .poll(() => queue.logged("job failed, will be tried again").length)
      .toBeGreaterThan(2);
    const back = await startTestSmtp({ port: away.port });
    await received(back, outbox, "one@kampus.example");
    await received(back, outbox, "two@kampus.example");
    await send(outbox, "later@kampus.example");
    await received(back, outbox, "later@kampus.example");
    expect(back.received).toHaveLength(3);
    await back.close();
  });

  it("is not sent once what it says has expired, and is until then, by a node whose clock is an hour ahead, too", async () => {
    const smtp = await startTestSmtp();
    const outbox = await open(smtp.url);
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    await send(outbox, "late@kampus.example", inMinutes(-1));
    const soon = inMinutes(1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60 * 60_000 });
    await send(outbox, "soon@kampus.example", soon);
    await received(smtp, outbox, "soon@kampus.example");
    expect(smtp.to("late@kampus.example")).toEqual([]);
    expect(queue.logged("job given up")).toMatchObject([
      { err: { message: "what it says has expired" } },
    ]);
    await smtp.close();
  });

  it("that is put off (4xx) arrives once, all tries under one Message-ID", async () => {
    const tries: (string | undefined)[] = [];
    const smtp = await startTestSmtp({
      onMail: ({ headers }) => {
        tries.push(headers.get("message-id"));
        if (tries.length < 4) throw smtpError(451, "Try again later");
      },
    });
    const outbox = await open(smtp.url);
    await send(outbox, "greylisted@kampus.example");
    await received(smtp, outbox, "greylisted@kampus.example");
    await send(outbox, "later@kampus.example");
    await received(smtp, outbox, "later@kampus.example");
    expect(smtp.to("greylisted@kampus.example")).toHaveLength(1);
    expect(tries).toHaveLength(5);
    expect(new Set(tries).size).toBe(2);
    await smtp.close();
  });

  it("that is put off for its recipient leaves no address in the log", async () => {
    const refused = new Set<string>();
    const smtp = await startTestSmtp({
      onRecipient: (address) => {
        if (refused.has(address)) return;
        refused.add(address);
        throw smtpError(450, `<${address}>: mailbox is full`);
      },
    });
    const outbox = await open(smtp.url);
    await send(outbox, "full@kampus.example");
    await received(smtp, outbox, "full@kampus.example");
    const logged = queue.logged("job failed, will be tried again");
    expect(logged).toMatchObject([{ err: { message: "mail put off: RCPT TO 450" } }]);
    expect(JSON.stringify(logged)).not.toContain("full@");
    await smtp.close();
  });

  it.each([
    ["recipient", 554, "5.7.1 Relay access denied"],
    ["recipient", 553, "5.1.8 Sender address rejected: Domain not found"],
    ["recipient", 550, "Your network is on our list"],
    ["content", 554, "5.7.1 Message looks like spam"],
  ])(
    "that is refused for its %s by %i %s waits until the operator has mended that",
    async (for_, code, words) => {
      let tries = 0;
      const refuse = () => {
        tries += 1;
        if (tries < 3) throw smtpError(code, words);
      };
      const smtp = await startTestSmtp({
        onRecipient: () => for_ === "recipient" && refuse(),
        onMail: () => for_ === "content" && refuse(),
      });
      const outbox = await open(smtp.url);
      await send(outbox, "alisher@kampus.example");
      await received(smtp, outbox, "alisher@kampus.example");
      expect(tries).toBe(3);
      expect(queue.logged("job given up")).toEqual([]);
      await smtp.close();
    },
  );

  it("to an address that is refused is given up after an hour, so that others get their turn", async () => {
    const smtp = await startTestSmtp({
      onRecipient: () => {
        throw smtpError(550, "User unknown");
      },
    });
    const outbox = await open(smtp.url);
    await send(outbox, "gone@kampus.example");
    await expect.poll(() => queue.logged("job failed, will be tried again")).toHaveLength(1);
    await sql`UPDATE pgboss.job SET retry_count = 60 WHERE name = 'mail'`.execute(queue.db);
    await expect
      .poll(() => {
        outbox.wake();
        return queue.logged("job given up");
      })
      .toMatchObject([{ err: { message: "mail put off: RCPT TO 550" } }]);
    await smtp.close();
  });

  it("to an address that belongs to nobody is logged and given up, while others go on", async () => {
    let tries = 0;
    const smtp = await startTestSmtp({
      onRecipient: (address) => {
        if (address !== "gone@kampus.example") return;
        tries += 1;
        throw smtpError(550, "5.1.1 No such mailbox");
      },
    });
    const outbox = await open(smtp.url);
    await send(outbox, "gone@kampus.example");
    await send(outbox, "there@kampus.example");
    await received(smtp, outbox, "there@kampus.example");
    expect(tries).toBe(1);
    expect(queue.logged("job given up")).toMatchObject([
      { level: 50, err: { message: "no such recipient: RCPT TO 550 5.1.1" } },
    ]);
    await smtp.close();
  });
});
