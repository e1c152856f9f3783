import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { HopelessJob, RefusedJob } from "#server/infra/jobs/job-queue.ts";
import { storeInMailbox } from "#server/mail/mailbox.ts";
import type { DeliverMail } from "#server/mail/outbox.ts";

/** Sends by SMTP, else into the embedded mailbox; null where there is neither and mail has to wait. */
export function mailDelivery(
  env: Pick<Env, "smtpUrl" | "hasMailbox" | "brand" | "deployment">,
  db: Db,
): DeliverMail | null {
  if (env.smtpUrl) return smtpDelivery(env.smtpUrl, env, db);
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

/**
 * Gives up a mail or a text message that says what holds no longer. By the database's clock, since that of a node may be
 * wrong. @throws {HopelessJob}
 */
export async function giveUpExpired(
  db: Db,
  { expires_at }: { expires_at?: string },
): Promise<void> {
  if (expires_at === undefined) return;
  const { rows } = await sql<{ is_past: boolean }>`
    SELECT ${expires_at}::timestamptz <= now() AS is_past`.execute(db);
  if (rows[0]?.is_past === true) throw new HopelessJob("what it says has expired");
}

function smtpDelivery(
  url: string,
  { brand, deployment }: Pick<Env, "brand" | "deployment">,
  db: Db,
): DeliverMail {
  const opening = openTransport(url);
  const domain = deployment.rootDomain;
  return async (mail, jobId) => {
    await giveUpExpired(db, mail);
    const { to, subject, text, html } = mail;
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
      const status = statusOf(error);
      const said = [error.command, error.responseCode, status].filter(Boolean).join(" ");
      if (error.command === "RCPT TO" && statusesOfNobody.includes(status))
        throw new HopelessJob(`no such recipient: ${said}`);
      const isRefused = error.command === "RCPT TO" && error.responseCode >= 500;
      throw new (isRefused ? RefusedJob : Error)(`mail put off: ${said}`);
    }
  };
}

/**
 * The statuses by which a server says that an address belongs to nobody (RFC 3463, RFC 7505): bad mailbox, domain or
 * syntax, moved, no mail at all. All others, also with a code of 5xx, may be about the sender (a relay that is denied, a
 * blocklist, a text that looks like spam): the operator can mend that, and no mail should be lost until then. An address
 * that is refused is given up after an hour all the same, since many such would keep the mails of others from their turn.
 */
const statusesOfNobody = ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10"];

/** The enhanced status of an answer, e.g. 5.1.1; empty where the server gives none. */
const statusOf = ({ response = "" }: Refusal) =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? "";

interface Refusal {
  responseCode: number;
  /** The command that the server answered so. */
  command?: string;
  response?: string;
}

/** Whether the server answered so to the addresses or the content of a mail, and not already to our password. */
function isAboutMail(error: unknown): error is Refusal {
  if (!(error instanceof Error) || !("code" in error) || !("responseCode" in error)) return false;
  return (
    (error.code === "EENVELOPE" || error.code === "EMESSAGE") &&
    typeof error.responseCode === "number"
  );
}
