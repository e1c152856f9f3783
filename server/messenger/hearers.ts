/** Who hears of a message, and in which form. */
import type { Message } from "#lib/messenger/schema.ts";
import type { Tell } from "#server/messenger/tell.ts";

export interface Hearer {
  user_id: number;
  joined_seq: number;
}

/** A reply shows what it answers: to who came after that, it answers nothing. */
export const asSeenBy = (message: Message, { joined_seq }: Hearer): Message =>
  message.reply_to !== null && message.reply_to <= joined_seq
    ? { ...message, reply_to: null, reply: null }
    : message;

export function tellMessage(
  tell: Tell,
  event: "message" | "message_changed",
  message: Message,
  hearers: Hearer[],
): void {
  const forms = Map.groupBy(hearers, (hearer) => asSeenBy(message, hearer) === message);
  for (const [isWhole, those] of forms) {
    const form = isWhole ? message : { ...message, reply_to: null, reply: null };
    tell(
      those.map(({ user_id }) => user_id),
      event,
      form,
    );
  }
}
