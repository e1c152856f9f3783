import { type Kysely, sql } from "kysely";

// Times carry milliseconds, as answers and cursors do: a finer clock would make a cursor skip rows.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE users (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      email text NOT NULL CONSTRAINT users_email_unique UNIQUE CHECK (email = lower(email)),
      surname text NOT NULL CHECK (char_length(surname) BETWEEN 2 AND 255),
      name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 255),
      patronymic text NOT NULL CHECK (char_length(patronymic) BETWEEN 2 AND 255),
      search_name text NOT NULL,
      password_hash text NOT NULL,
      verified_at timestamptz(3),
      locale text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE INDEX users_search_name ON users USING gin (to_tsvector('simple', search_name))`.execute(
    db,
  );
  await sql`
    CREATE TABLE sessions (
      token_hash bytea PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      user_agent text NOT NULL,
      ip text NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX sessions_user_id ON sessions (user_id)`.execute(db);
  await sql`
    CREATE TABLE email_verifications (
      user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      token_hash bytea NOT NULL UNIQUE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE mailbox (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      job_id uuid NOT NULL UNIQUE,
      recipient text NOT NULL,
      subject text NOT NULL,
      text text NOT NULL,
      html text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX mailbox_recipient ON mailbox (recipient, id DESC)`.execute(db);
  await sql`
    CREATE TABLE languages (
      id integer PRIMARY KEY,
      locale text NOT NULL UNIQUE,
      name text NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE site_settings (
      locale text PRIMARY KEY,
      email text NOT NULL,
      facebook text NOT NULL,
      instagram text NOT NULL,
      office_address text NOT NULL,
      phone_number text NOT NULL,
      telegram text NOT NULL,
      youtube text NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE friendships (
      low_user integer NOT NULL REFERENCES users ON DELETE CASCADE,
      high_user integer NOT NULL REFERENCES users ON DELETE CASCADE,
      requested_by integer NOT NULL CHECK (requested_by IN (low_user, high_user)),
      accepted_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (low_user, high_user),
      CHECK (low_user < high_user)
    )`.execute(db);
  await sql`CREATE INDEX friendships_high_user ON friendships (high_user, low_user)`.execute(db);
  await sql`
    CREATE TABLE chats (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('private', 'group')),
      title text,
      private_low integer REFERENCES users ON DELETE SET NULL,
      private_high integer REFERENCES users ON DELETE SET NULL,
      last_seq integer NOT NULL DEFAULT 0 CHECK (last_seq >= 0),
      last_message_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT chats_private_pair UNIQUE (private_low, private_high),
      CHECK (private_low < private_high),
      CHECK (kind = 'private' OR (private_low IS NULL AND private_high IS NULL))
    )`.execute(db);
  await sql`
    CREATE TABLE chat_members (
      chat_id integer NOT NULL REFERENCES chats ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      last_read_seq integer NOT NULL DEFAULT 0 CHECK (last_read_seq >= 0),
      joined_seq integer NOT NULL DEFAULT 0 CHECK (joined_seq >= 0),
      role text NOT NULL DEFAULT 'member' CHECK (role IN ('owner', 'admin', 'member')),
      opened boolean NOT NULL DEFAULT false,
      muted boolean NOT NULL DEFAULT false,
      draft text NOT NULL DEFAULT '',
      PRIMARY KEY (chat_id, user_id)
    )`.execute(db);
  await sql`CREATE INDEX chat_members_user_id ON chat_members (user_id)`.execute(db);
  await sql`
    CREATE TABLE messages (
      chat_id integer NOT NULL REFERENCES chats ON DELETE CASCADE,
      seq integer NOT NULL CHECK (seq >= 1),
      author_id integer NOT NULL REFERENCES users,
      client_id uuid NOT NULL,
      text text NOT NULL CHECK (char_length(text) <= 4000),
      reply_to integer,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      edited_at timestamptz(3),
      deleted_at timestamptz(3),
      PRIMARY KEY (chat_id, seq),
      CONSTRAINT messages_client_id UNIQUE (chat_id, author_id, client_id),
      FOREIGN KEY (chat_id, reply_to) REFERENCES messages (chat_id, seq)
    )`.execute(db);
}
