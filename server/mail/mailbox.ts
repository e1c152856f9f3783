import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { dataOf } from "#lib/http/schema.ts";
import { text } from "#lib/validation/schema.ts";
import type { Db } from "#server/db/database.ts";
import { type MailboxMessage, mailboxMessage } from "#server/mail/mailbox-message.ts";
import { mailboxPage } from "#server/mail/mailbox-page.ts";
import type { Mail } from "#server/mail/outbox.ts";

const shownMax = 100;

export async function storeInMailbox(
  db: Db,
  { to, ...content }: Mail,
  jobId: string,
): Promise<void> {
  await db
    .insertInto("mailbox")
    .values({ job_id: jobId, recipient: to, ...content })
    .onConflict((conflict) => conflict.column("job_id").doNothing())
    .execute();
}

async function listMailbox(db: Db, to: string | undefined): Promise<MailboxMessage[]> {
  let query = db.selectFrom("mailbox").selectAll().orderBy("id", "desc").limit(shownMax);
  if (to) query = query.where("recipient", "=", recipientOf(to));
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    html: row.html,
    created_at: row.created_at.toISOString(),
  }));
}

/** The plus of a telephone number comes out of an address as a space. */
const recipientOf = (to: string) => (/^ ?\d{8,15}$/.test(to) ? `+${to.trim()}` : to.toLowerCase());

/** The embedded mailbox at mail.<root>: what would have been mailed or texted (product.md §3). */
export const mailboxRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  const onMailHost = { constraints: { role: "mail" } };
  const querystring = z.object({ to: z.optional(text) });

  app.get(
    "/messages",
    {
      ...onMailHost,
      schema: { hide: true, querystring, response: { 200: dataOf(z.array(mailboxMessage)) } },
    },
    async (request) => ({ data: await listMailbox(db, request.query.to) }),
  );
  app.get("/", { ...onMailHost, schema: { hide: true, querystring } }, async (request, reply) => {
    void reply
      .type("text/html; charset=utf-8")
      .header(
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self' data:; form-action 'self'",
      );
    return mailboxPage(await listMailbox(db, request.query.to), request.query.to);
  });
};
