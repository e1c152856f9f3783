import type { Chat, Message } from "#lib/messenger/contract/schema.ts";

/** What is sent on stays as somebody else wrote it. */
export function mayEdit({ author, forwarded_from }: Message, memberId: number): boolean {
  return author.id === memberId && forwarded_from === null;
}

/** One's own; who leads a group deletes anybody's. */
export function mayDelete(
  { author }: Message,
  memberId: number,
  { kind, role }: Pick<Chat, "kind" | "role">,
): boolean {
  return author.id === memberId || (kind === "group" && role !== "member");
}
