import { setTimeout } from "node:timers/promises";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { dataOf, timestamp } from "#lib/http/schema.ts";
import { text } from "#lib/validation/schema.ts";
import type { Db } from "#server/db/database.ts";
import type { JobQueue } from "#server/infra/jobs/job-queue.ts";
import { escapeHtml } from "#server/mail/escape-html.ts";
import type { Mail } from "#server/mail/outbox.ts";

const shownMax = 100;

export async function storeInMailbox(
  db: Db,
  { to, subject, text, html }: Mail,
  jobId: string,
): Promise<void> {
  await db
    .insertInto("mailbox")
    .values({ job_id: jobId, recipient: to, subject, text, html })
    .onConflict((conflict) => conflict.column("job_id").doNothing())
    .execute();
}

async function listMailbox(db: Db, to: string | undefined): Promise<MailboxMessage[]> {
  let query = db.selectFrom("mailbox").selectAll().orderBy("id", "desc").limit(shownMax);
  if (to) query = query.where("recipient", "=", recipientOf(to));
  const rows = await query.execute();
  return rows.map((row) => ({
    ...row,
    to: row.recipient,
    created_at: row.created_at.toISOString(),
  }));
}

const waitMsMax = 1_000;
const lookEveryMs = 20;
const sending = new Set<string>(["mail", "sms", "recovery"]);

/** Mails leave after the call that causes them is answered: whoever asks next finds the newest nevertheless. */
async function untilDelivered({ backlog }: Options["jobs"]): Promise<void> {
  for (const giveUpAt = performance.now() + waitMsMax; performance.now() < giveUpAt;) {
    const waiting = await backlog();
    if (!waiting.some(({ kind }) => sending.has(kind))) return;
    await setTimeout(lookEveryMs);
  }
}

/** In an address, the plus of a telephone number arrives as a space. */
const recipientOf = (to: string) => (/^ ?\d{8,15}$/.test(to) ? `+${to.trim()}` : to.toLowerCase());

interface Options {
  db: Db;
  jobs: Pick<JobQueue, "backlog">;
}

/** The embedded mailbox at mail.<root>: the mails and text messages that would have been sent (D-MAILBOX). */
export const mailboxRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, jobs }) => {
  const list = async (to: string | undefined) => {
    await untilDelivered(jobs);
    return listMailbox(db, to);
  };
  const onMailHost = { constraints: { role: "mail" } };
  const querystring = z.object({ to: z.optional(text) });

  app.get(
    "/messages",
    {
      ...onMailHost,
      schema: { hide: true, querystring, response: { 200: dataOf(z.array(mailboxMessage)) } },
    },
    async (request) => ({ data: await list(request.query.to) }),
  );
  app.get("/", { ...onMailHost, schema: { hide: true, querystring } }, async (request, reply) => {
    void reply
      .type("text/html; charset=utf-8")
      .header(
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self' data:; form-action 'self'",
      );
    return mailboxPage(await list(request.query.to), request.query.to);
  });
};

const phoneIcon = "📱";

const style = `
  :root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 760px; padding: 24px 16px; }
  h1 { font-size: 22px; }
  form { display: flex; gap: 8px; margin-bottom: 24px; }
  input, button { font: inherit; padding: 8px 12px; border-radius: 8px; border: 1px solid #8886; }
  input { flex: 1; min-width: 0; }
  article { border: 1px solid #8884; border-radius: 12px; padding: 16px; margin-bottom: 16px; }
  h2 { font-size: 17px; margin: 0; }
  p { margin: 4px 0 12px; opacity: 0.75; font-size: 13px; overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: inherit; }
`;

/** A developer's page, in English: mails as text with clickable links, and text messages. */
function mailboxPage(messages: MailboxMessage[], to = ""): string {
  const articles = messages.map(
    ({ subject, to: recipient, text, html, created_at }) => `<article>
  <h2>${html ? escapeHtml(subject) : `${phoneIcon} SMS`}</h2>
  <p>${escapeHtml(recipient)} · <time>${created_at}</time></p>
  <pre>${linked(text)}</pre>
</article>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title><style>${style}</style></head>
<body>
<h1>Mailbox</h1>
<form><input name="to" type="search" value="${escapeHtml(to)}" aria-label="Recipient" placeholder="Recipient"><button>Show</button></form>
${articles.join("\n") || "<p>Nothing has been sent yet.</p>"}
</body>
</html>`;
}

function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}

const mailboxMessage = z.object({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  created_at: timestamp,
});
type MailboxMessage = z.infer<typeof mailboxMessage>;
