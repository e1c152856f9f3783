import type { Message, Reaction } from "#lib/messenger/contract/schema.ts";

/** At hand at once; whatever else is chosen among all emoji. */
export const quickEmoji = ["👍", "❤️", "😂", "😮", "😢", "🙏"] as const;

/** What the member chose; null: nothing. */
export function ownReaction({ reactions }: Pick<Message, "reactions">, memberId: number) {
  return reactions.find(({ user_ids }) => user_ids.includes(memberId))?.emoji ?? null;
}

/** As it will be: each member has one reaction, null takes it away. The order of what is there stays. */
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
