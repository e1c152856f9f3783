import type { Generated, GeneratedAlways } from "kysely";

export interface MessengerTables {
  chats: {
    id: GeneratedAlways<number>;
    kind: "private" | "group";
    title: string | null;
    private_low: number | null;
    private_high: number | null;
    last_seq: Generated<number>;
    last_message_at: Date | null;
    created_at: Generated<Date>;
  };
  chat_members: {
    chat_id: number;
    user_id: number;
    last_read_seq: Generated<number>;
    joined_seq: Generated<number>;
    role: Generated<"owner" | "admin" | "member">;
    /** Whether the member has opened the chat: until a message comes, it shows to nobody else. */
    opened: Generated<boolean>;
    muted: Generated<boolean>;
    draft: Generated<string>;
  };
  messages: {
    chat_id: number;
    seq: number;
    author_id: number;
    client_id: string;
    text: string;
    reply_to: number | null;
    created_at: Generated<Date>;
    edited_at: Date | null;
    deleted_at: Date | null;
  };
}
