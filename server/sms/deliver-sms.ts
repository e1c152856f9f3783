import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { type Handle, HopelessJob } from "#server/infra/jobs/job-queue.ts";
import { giveUpExpired } from "#server/mail/deliver-mail.ts";
import { storeInMailbox } from "#server/mail/mailbox.ts";

export interface Sms {
  /** In E.164, e.g. +998901234567. */
  to: string;
  text: string;
  /** An ISO moment, by the database's clock, after which its code is of no use; jobs of builds before this field lack it. */
  expires_at?: string;
}

type SmsEnv = Pick<Env, "smsUrl" | "hasMailbox">;

/** Whether text messages reach anybody: the webhook SMS_URL, or the embedded mailbox. */
export const sendsTexts = ({ smsUrl, hasMailbox }: SmsEnv): boolean =>
  smsUrl !== undefined || hasMailbox;

/** Sends to the webhook, else into the mailbox; null where there is neither. */
export function smsDelivery(env: SmsEnv, db: Db): Handle<Sms> | null {
  if (!sendsTexts(env)) return null;
  if (env.smsUrl !== undefined) return webhookDelivery(env.smsUrl, db);
  return ({ to, text }, jobId) => storeInMailbox(db, { to, subject: "SMS", text, html: "" }, jobId);
}

/**
 * With the delays between them some ten minutes, because the code in a text is valid no longer. Time in which it waits for
 * its turn does not count, so it expires besides.
 */
export const smsRetries = 12;

const answersWithinMs = 10_000;
/** Statuses by which the webhook refuses a text for good; other failures may pass or be repaired. */
const refusals = new Set([400, 413, 422]);

function webhookDelivery(address: string, db: Db): Handle<Sms> {
  const { url, authorization } = withoutCredentials(address);
  return async (sms, jobId) => {
    await giveUpExpired(db, sms);
    const { to, text } = sms;
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "idempotency-key": jobId,
        ...(authorization && { authorization }),
      },
      body: JSON.stringify({ to, text }),
      redirect: "error",
      signal: AbortSignal.timeout(answersWithinMs),
    });
    await answer.body?.cancel();
    if (refusals.has(answer.status)) throw new HopelessJob(`SMS_URL answered ${answer.status}`);
    if (!answer.ok) throw new Error(`SMS_URL answered ${answer.status}`);
  };
}

/** `fetch` refuses a URL with a name and a password, so they go into a header. */
function withoutCredentials(address: string) {
  const url = new URL(address);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    url,
    authorization: (username || password) && `Basic ${Buffer.from(pair).toString("base64")}`,
  };
}
