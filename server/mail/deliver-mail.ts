import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { HopelessJob } from "#server/infra/job-queue.ts";
import { storeInMailbox } from "#server/mail/mailbox.ts";
import type { DeliverMail } from "#server/mail/outbox.ts";

/** Sends by SMTP, else into the embedded mailbox; null where there is neither and mail has to wait. */
export function mailDelivery(
  env: Pick<Env, "smtpUrl" | "hasMailbox" | "brand" | "deployment">,
  db: Db,
): DeliverMail | null {
  if (env.smtpUrl) return smtpDelivery(env.smtpUrl, env.brand, env.deployment.rootDomain);
  if (env.hasMailbox) return (mail, jobId) => storeInMailbox(db, mail, jobId);
  return null;
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

const openTransport = async (url: string) =>
  (await import("nodemailer")).createTransport({ url, ...timeouts });

/** @throws {Error} saying why the server of SMTP_URL takes no mail of this node: it is away, or refuses its password */
export async function checkSmtp(url: string): Promise<void> {
  await (await openTransport(url)).verify();
}

function smtpDelivery(url: string, brand: string, domain: string): DeliverMail {
  const opening = openTransport(url);
  return async ({ to, subject, text, html }, jobId) => {
    const transport = await opening;
    try {
      await transport.sendMail({
        from: { name: brand, address: `no-reply@${domain}` },
        to,
        subject,
        text,
        html,
        // Stays the same on a retry, so that a server which accepted the mail, but whose answer was lost, can recognise
        // it.
        messageId: `<${jobId}@${domain}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    } catch (error) {
      if (!isAboutMail(error)) throw error;
      // The server's own words name the recipient, who must not stand in the log.
      const { responseCode } = error;
      if (responseCode >= 500) throw new HopelessJob(`mail refused: ${responseCode}`);
      throw new Error(`mail put off: ${responseCode}`);
    }
  };
}

/**
 * Whether the server answered so to this very mail (its addresses or its content): with 5xx for good. What it refuses
 * about us, such as a wrong password in SMTP_URL, the operator can fix.
 */
function isAboutMail(error: unknown): error is { responseCode: number } {
  if (!(error instanceof Error) || !("code" in error) || !("responseCode" in error)) return false;
  return (
    (error.code === "EENVELOPE" || error.code === "EMESSAGE") &&
    typeof error.responseCode === "number"
  );
}
