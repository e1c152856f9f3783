/** What changes messages that are stored: edits, deletions, reactions, and how those who were away catch up. */
import * as z from "zod/mini";
import { id, messageWith } from "#lib/http/schema.ts";
import {
  historyPageMax,
  mentions,
  message,
  seqText,
  writtenText,
} from "#lib/messenger/contract/schema.ts";
import { text } from "#lib/validation/schema.ts";

/** The text may be blank where files are attached. */
export const editMessageInput = z.object({ seq: id, text: writtenText, mentions });
export type EditMessageInput = z.infer<typeof editMessageInput>;

export const deleteMessageInput = z.object({ seq: id });
export type DeleteMessageInput = z.infer<typeof deleteMessageInput>;

/** As Unicode recommends them for interchange; the longest takes fewer bytes than the database has room for. */
const oneEmoji = /^\p{RGI_Emoji}$/v;

/** Null takes one's reaction away. */
export const reactInput = z.object({
  seq: id,
  emoji: z.nullable(text.check(z.refine((value) => oneEmoji.test(value), "Site.invalid"))),
});
export type ReactInput = z.infer<typeof reactInput>;

/** The message as it is now; deleted, too. */
export const messageChanged = messageWith(message);

export const changesFilter = z.object({
  after: z._default(seqText, 0),
  limit: z._default(z.pipe(seqText, z.int().check(z.gte(1), z.lte(historyPageMax))), 50),
});
export type ChangesFilter = z.output<typeof changesFilter>;
