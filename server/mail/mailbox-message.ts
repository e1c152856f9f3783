import { z } from "zod";
import { timestamp } from "#lib/http/schema.ts";

export const mailboxMessage = z.object({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  created_at: timestamp,
});
export type MailboxMessage = z.infer<typeof mailboxMessage>;
