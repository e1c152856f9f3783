/** Changes to stored messages: edits, deletions, reactions, and how a client that was offline catches up. */
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

/** Emoji that Unicode recommends for interchange; the longest fits the column of the database. */
// eslint-disable-next-line no-restricted-syntax -- only the server loads this file, so no browser without the flag `v` parses it
const oneEmoji = /^\p{RGI_Emoji}$/v;

/** Clients also send "❤" without the selector that makes it an emoji. */
const qualified = (written: string) =>
  oneEmoji.test(`${written}\uFE0F`) ? `${written}\uFE0F` : written;

/** Null, or an empty text, removes the member's reaction. */
export const reactInput = z.object({
  seq: id,
  emoji: z.nullable(
    z.pipe(
      z.pipe(
        text,
        z.transform((written) => (written === "" ? null : qualified(written))),
      ),
      z.nullable(z.string().check(z.refine((value) => oneEmoji.test(value), "Site.invalid"))),
    ),
  ),
});
export type ReactInput = z.infer<typeof reactInput>;

/** The message as it is now, even a deleted one. */
export const messageChanged = messageWith(message);

export const changesFilter = z.object({
  after: z._default(seqText, 0),
  limit: z._default(z.pipe(seqText, z.int().check(z.gte(1), z.lte(historyPageMax))), 50),
});
export type ChangesFilter = z.output<typeof changesFilter>;
