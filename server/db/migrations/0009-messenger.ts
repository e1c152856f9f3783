import { type Kysely, sql } from "kysely";

/** Groups, attachments, reactions, changes of messages, marks of what was delivered and seen, search and web push. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What changed in a chat after it was written has a number of its own, by which those who were away catch up.
  await sql`
    ALTER TABLE chats
      ADD COLUMN last_change integer NOT NULL DEFAULT 0 CHECK (last_change >= 0),
      ADD COLUMN search_title text,
      ADD COLUMN image_key text CONSTRAINT chats_image_key_unique UNIQUE,
      ADD COLUMN image_width integer CHECK (image_width > 0),
      ADD COLUMN image_height integer CHECK (image_height > 0),
      ADD COLUMN image_at timestamptz(3),
      ADD CONSTRAINT chats_image_whole CHECK (num_nulls(image_key, image_width, image_height, image_at) IN (0, 4)),
      ADD CONSTRAINT chats_group_has_title CHECK (kind = 'private' OR char_length(title) BETWEEN 1 AND 100)`.execute(
    db,
  );
  // Unread = last_seq - last_read_seq - own_unread, however long the history.
  await sql`
    ALTER TABLE chat_members
      ADD COLUMN own_unread integer NOT NULL DEFAULT 0 CHECK (own_unread >= 0),
      ADD COLUMN seen_seq integer NOT NULL DEFAULT 0 CHECK (seen_seq >= 0),
      ADD COLUMN delivered_seq integer NOT NULL DEFAULT 0 CHECK (delivered_seq >= 0),
      ADD COLUMN pinned_at timestamptz(3),
      ADD COLUMN draft_version integer NOT NULL DEFAULT 0 CHECK (draft_version >= 0),
      ADD COLUMN joined_at timestamptz(3) NOT NULL DEFAULT now(),
      ADD CONSTRAINT chat_members_draft_length CHECK (char_length(draft) <= 4000)`.execute(db);
  await sql`
    UPDATE chat_members AS me SET
      seen_seq = last_read_seq,
      delivered_seq = last_read_seq,
      own_unread = (
        SELECT count(*) FROM messages
        WHERE messages.chat_id = me.chat_id AND seq > me.last_read_seq AND author_id = me.user_id)`.execute(
    db,
  );
  // One owner at most: ownership is handed over in one statement.
  await sql`
    CREATE UNIQUE INDEX chat_members_owner ON chat_members (chat_id) WHERE role = 'owner'`.execute(
    db,
  );

  await sql`
    ALTER TABLE messages
      ADD COLUMN change integer CHECK (change >= 1),
      ADD COLUMN forwarded_from integer REFERENCES users ON DELETE SET NULL,
      ADD COLUMN mentions jsonb,
      ADD COLUMN words tsvector`.execute(db);
  await sql`
    CREATE UNIQUE INDEX messages_change ON messages (chat_id, change) WHERE change IS NOT NULL`.execute(
    db,
  );
  await sql`
    CREATE INDEX messages_forwarded_from ON messages (forwarded_from) WHERE forwarded_from IS NOT NULL`.execute(
    db,
  );
  // By which a message is looked for that answers one that is deleted.
  await sql`
    CREATE INDEX messages_reply_to ON messages (chat_id, reply_to) WHERE reply_to IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX messages_words ON messages USING gin (words)`.execute(db);

  await sql`
    ALTER TABLE media
      ADD COLUMN width integer CHECK (width > 0),
      ADD COLUMN height integer CHECK (height > 0),
      ADD COLUMN in_profile boolean NOT NULL DEFAULT true`.execute(db);
  await sql`
    CREATE INDEX media_in_profile ON media (user_id, id) WHERE in_profile`.execute(db);
  await sql`
    CREATE TABLE message_attachments (
      chat_id integer NOT NULL,
      seq integer NOT NULL,
      position smallint NOT NULL CHECK (position BETWEEN 0 AND 9),
      media_id integer NOT NULL REFERENCES media ON DELETE CASCADE,
      PRIMARY KEY (chat_id, seq, position),
      FOREIGN KEY (chat_id, seq) REFERENCES messages ON DELETE CASCADE
    )`.execute(db);
  await sql`
    CREATE INDEX message_attachments_media_id ON message_attachments (media_id)`.execute(db);
  await sql`
    CREATE TABLE message_reactions (
      chat_id integer NOT NULL,
      seq integer NOT NULL,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      emoji text NOT NULL CHECK (octet_length(emoji) BETWEEN 1 AND 64),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (chat_id, seq, user_id),
      FOREIGN KEY (chat_id, seq) REFERENCES messages ON DELETE CASCADE
    )`.execute(db);
  await sql`CREATE INDEX message_reactions_user_id ON message_reactions (user_id)`.execute(db);

  // How far the messages are that were written before they could be searched.
  await sql`
    CREATE TABLE message_search (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      version integer NOT NULL,
      chat_id integer NOT NULL,
      seq integer NOT NULL,
      done boolean NOT NULL
    )`.execute(db);
  await sql`INSERT INTO message_search VALUES (true, 0, 0, 0, false)`.execute(db);

  // Made by the first process that needs them, the same for all: what signs addresses of files and pushes.
  await sql`
    CREATE TABLE deployment_keys (
      name text PRIMARY KEY,
      value text NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE push_subscriptions (
      endpoint text PRIMARY KEY CHECK (octet_length(endpoint) <= 2000),
      session_hash bytea NOT NULL REFERENCES sessions ON DELETE CASCADE,
      p256dh text NOT NULL,
      auth text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE INDEX push_subscriptions_session_hash ON push_subscriptions (session_hash)`.execute(db);
}
