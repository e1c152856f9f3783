import type { Handle, Jobs } from "#server/infra/jobs/job-queue.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** An ISO moment, by the database's clock, after which the mail is of no use, and is given up instead of sent. */
  expires_at?: string;
}

/** Queued mails: added in the transaction that causes them, sent by a worker with retries. */
export type MailOutbox = Jobs<Mail>;

export type DeliverMail = Handle<Mail>;
