import type { Message, Reaction } from "#lib/messenger/contract/schema.ts";

/** The reactions that are offered at once; any other emoji is chosen in the picker. */
export const quickEmoji = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

/** The emoji that the member chose; null: none. */
export function ownReaction({ reactions }: Pick<Message, "reactions">, memberId: number) {
  return reactions.find(({ user_ids }) => user_ids.includes(memberId))?.emoji ?? null;
}

/** The expected reactions: each member has one, and null removes it. The order of the others stays. */
export function withReaction(
  reactions: readonly Reaction[],
  memberId: number,
  emoji: string | null,
): Reaction[] {
  const others = reactions.map((reaction) => without(reaction, memberId));
  if (emoji !== null && !others.some((reaction) => reaction.emoji === emoji))
    others.push({ emoji, count: 0, user_ids: [] });
  return others
    .map((reaction) => (reaction.emoji === emoji ? withMember(reaction, memberId) : reaction))
    .filter(({ count }) => count > 0);
}

function without({ emoji, count, user_ids }: Reaction, memberId: number): Reaction {
  if (!user_ids.includes(memberId)) return { emoji, count, user_ids };
  return { emoji, count: count - 1, user_ids: user_ids.filter((id) => id !== memberId) };
}

const withMember = ({ emoji, count, user_ids }: Reaction, memberId: number): Reaction => ({
  emoji,
  count: count + 1,
  user_ids: [...user_ids, memberId],
});
