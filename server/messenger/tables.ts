import type { ColumnType, Generated, GeneratedAlways } from "kysely";

export interface MessengerTables {
  chats: {
    id: GeneratedAlways<number>;
    kind: "private" | "group";
    title: string | null;
    /** The title of a group in its searchable form (server/db/searchable.ts). */
    search_title: string | null;
    private_low: number | null;
    private_high: number | null;
    last_seq: Generated<number>;
    /** Counts the changes of messages after they were written. */
    last_change: Generated<number>;
    last_message_at: Date | null;
    image_key: string | null;
    image_width: number | null;
    image_height: number | null;
    image_at: Date | null;
    created_at: Generated<Date>;
    /** Who made a group, with the id that their page gave it, which is unique for each of them; null where it gave none. */
    creator_id: number | null;
    client_id: string | null;
  };
  /** The groups that are chats of classes (D-CLASS-CHAT). */
  class_chats: {
    chat_id: number;
    object_id: number;
    /** The key that addresses have (lib/members/class-key.ts). */
    class_key: string;
    /** Null for the chat of the whole class. */
    study_group_key: string | null;
    /** The study group in the spelling of its member; null likewise. */
    study_group: string | null;
    /** Whether the title follows the class, until an owner changes it. */
    follows_title: Generated<boolean>;
  };
  /** Who was removed lately from any group, not from class chats alone (server/messenger/groups/removals.ts). */
  class_chat_removals: {
    chat_id: number;
    user_id: number;
    removed_at: Generated<Date>;
  };
  /** Groups that everybody has left, which the sweep deletes. */
  emptied_groups: { chat_id: number };
  /** Groups in which a member wrote before they left, also where they came back (D-NOTED). */
  left_groups: { user_id: number; chat_id: number };
  chat_members: {
    chat_id: number;
    user_id: number;
    /** The number of unread messages is `last_seq - last_read_seq - own_unread`. */
    last_read_seq: Generated<number>;
    /** The number of the member's own messages after `last_read_seq`. */
    own_unread: Generated<number>;
    /**
     * The highest value that `last_read_seq` ever had, but for what was read across a block in a private chat. Others
     * see this one, so that marking a chat as unread stays private.
     */
    seen_seq: Generated<number>;
    delivered_seq: Generated<number>;
    joined_seq: Generated<number>;
    joined_at: Generated<Date>;
    role: Generated<"owner" | "admin" | "member">;
    /** Whether the member has opened the chat: until its first message, only they see it. */
    opened: Generated<boolean>;
    muted: Generated<boolean>;
    pinned_at: Date | null;
    draft: Generated<string>;
    draft_version: Generated<number>;
    draft_mentions: ColumnType<MentionRow[] | null, string | null, string | null>;
    /** The last message of the chat when the draft was saved. */
    draft_seq: Generated<number>;
  };
  messages: {
    chat_id: number;
    seq: number;
    author_id: number;
    client_id: string;
    text: string;
    reply_to: number | null;
    forwarded_from: number | null;
    /** A jsonb column, written as text. */
    mentions: ColumnType<MentionRow[] | null, string | null, string | null>;
    /** The words by which the search finds it; null: none. */
    words: ColumnType<unknown, string | null, string | null>;
    /** The number of its last change; null if it is as it was written. */
    change: number | null;
    created_at: Generated<Date>;
    edited_at: Date | null;
    deleted_at: Date | null;
  };
  /** One row: how far the messages are indexed, and for which version of the search. */
  message_search: {
    version: number;
    chat_id: number;
    seq: number;
    done: boolean;
  };
  message_attachments: {
    chat_id: number;
    seq: number;
    position: number;
    media_id: number;
  };
  message_reactions: {
    chat_id: number;
    seq: number;
    user_id: number;
    emoji: string;
    created_at: Generated<Date>;
  };
}

interface MentionRow {
  id: number;
  offset: number;
  length: number;
}
