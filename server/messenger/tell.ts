/** Tells the devices of members (lib/messenger/contract/schema.ts, events). */
export type Tell = (userIds: number[], event: MessengerEvent, payload: object) => void;
type MessengerEvent =
  | "message"
  | "message_changed"
  | "chat_read"
  | "chat_delivered"
  | "chat_changed"
  | "typing"
  | "draft"
  | "all_new_messages_count";
