import { createTransport } from "nodemailer";
import type { Env } from "#server/env.ts";
import type { Db } from "#server/db/database.ts";
import { storeInMailbox } from "#server/mail/mailbox.ts";
import type { DeliverMail } from "#server/mail/outbox.ts";

/** By SMTP, else into the embedded mailbox; null where there is neither and mail has to wait. */
export function mailDelivery(env: Env, db: Db): DeliverMail | null {
  if (env.smtpUrl)
    return smtpDelivery(env.smtpUrl, `${env.brand} <no-reply@${env.deployment.rootDomain}>`);
  if (env.hasMailbox) return (mail, jobId) => storeInMailbox(db, mail, jobId);
  return null;
}

function smtpDelivery(url: string, from: string): DeliverMail {
  const transport = createTransport(url);
  return async ({ to, subject, text, html }, jobId) => {
    await transport.sendMail({
      from,
      to,
      subject,
      text,
      html,
      messageId: `<${jobId}@${from.split("@")[1]?.slice(0, -1)}>`,
    });
  };
}
