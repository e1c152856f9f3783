/** The last message of a chat, as pages outside the messenger tell it in one line. */
import * as z from "zod/mini";
import { mediaKind } from "#lib/files/schema.ts";
import { id, timestamp } from "#lib/http/schema.ts";

export const lastMessage = z.object({
  author: z.object({ id, fullname: z.string() }),
  /** The beginning of the text. */
  text: z.string(),
  attachments: z.array(mediaKind),
  deleted: z.boolean(),
  created_at: timestamp,
});
