import { formatTime } from "#lib/i18n/format.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

/** The text of one; of several also who wrote it and when, in their order. */
export function copiedText(messages: readonly Message[]): string {
  const written = messages.filter(({ text }) => text !== "").sort((a, b) => a.seq - b.seq);
  if (written.length === 1) return written[0]?.text ?? "";
  return written
    .map(({ author, created_at, text }) => `${author.fullname}, ${formatTime(created_at)}\n${text}`)
    .join("\n\n");
}
