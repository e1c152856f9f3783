import { type Kysely, sql } from "kysely";

/**
 * Links by which members invite others, who came by each, and who signed up through one and has not confirmed their
 * address yet (D-INVITE). The counter is bounded here, so that no race lets in more than a link is good for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE invitations (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      code text NOT NULL UNIQUE,
      inviter_id integer NOT NULL REFERENCES users,
      kind text NOT NULL CHECK (kind IN ('kampus', 'class', 'group')),
      object_id integer REFERENCES objects,
      class_key text,
      study_group text,
      chat_id integer REFERENCES chats ON DELETE CASCADE,
      uses integer NOT NULL DEFAULT 0 CHECK (uses BETWEEN 0 AND 100),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL DEFAULT now() + interval '30 days',
      withdrawn_at timestamptz,
      CHECK ((kind = 'class') = (object_id IS NOT NULL)),
      CHECK ((kind = 'class') = (class_key IS NOT NULL)),
      CHECK (kind = 'class' OR study_group IS NULL),
      CHECK ((kind = 'group') = (chat_id IS NOT NULL))
    )`.execute(db);
  await sql`CREATE INDEX invitations_by_inviter ON invitations (inviter_id, id)`.execute(db);
  await sql`CREATE INDEX invitations_by_end ON invitations (expires_at)`.execute(db);
  await sql`CREATE INDEX invitations_by_chat ON invitations (chat_id) WHERE chat_id IS NOT NULL`.execute(
    db,
  );
  await sql`
    CREATE TABLE invitation_uses (
      invitation_id integer NOT NULL REFERENCES invitations ON DELETE CASCADE,
      member_id integer NOT NULL REFERENCES users,
      inviter_id integer NOT NULL REFERENCES users,
      used_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (invitation_id, member_id),
      CHECK (member_id <> inviter_id)
    )`.execute(db);
  await sql`CREATE INDEX invitation_uses_by_member ON invitation_uses (member_id, used_at)`.execute(
    db,
  );
  await sql`CREATE INDEX invitation_uses_by_inviter ON invitation_uses (inviter_id, used_at)`.execute(
    db,
  );
  await sql`
    CREATE TABLE invited_sign_ups (
      user_id integer PRIMARY KEY REFERENCES users,
      invitation_id integer NOT NULL REFERENCES invitations ON DELETE CASCADE
    )`.execute(db);
  await sql`CREATE INDEX invited_sign_ups_by_invitation ON invited_sign_ups (invitation_id)`.execute(
    db,
  );
}
