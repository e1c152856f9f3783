import type { Chat, Message } from "#lib/messenger/contract/schema.ts";

/** A forwarded message stays as its author wrote it. */
export function mayEdit({ author, forwarded_from }: Message, memberId: number): boolean {
  return author.id === memberId && forwarded_from === null;
}

/** Members delete their own messages; owner and admins of a group delete any. */
export function mayDelete(
  { author }: Message,
  memberId: number,
  { kind, role }: Pick<Chat, "kind" | "role">,
): boolean {
  return author.id === memberId || (kind === "group" && role !== "member");
}
