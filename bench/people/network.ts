/** What the members of a seeded database have done: every table that grows with members or messages has rows. */
import { inDatabase } from "#bench/seeded-database.ts";

/** The first two members are those whose profiles are measured: their lists fill a page. */
const times = (ofMeasured: number) =>
  `generate_series(1, CASE WHEN users.id <= 2 THEN ${ofMeasured} ELSE 1 END)`;

/** What one member in so many has. */
const statements: Record<string, string> = {
  sessions: `
    INSERT INTO sessions (token_hash, user_id, created_at, expires_at, user_agent, ip)
    SELECT sha256(('network ' || id)::bytea), id, now(), now() + interval '30 days', 'Firefox', '127.0.0.1' FROM users`,
  known_devices: `
    INSERT INTO known_devices (mark_hash, user_id)
    SELECT sha256(('device ' || id)::bytea), id FROM users`,
  link_epochs: "INSERT INTO link_epochs (user_id, epoch) SELECT id, 1 FROM users WHERE id % 2 = 0",
  home_visits: `
    INSERT INTO home_visits (user_id, seen_at, visited_at)
    SELECT id, now() - interval '9 days', now() - interval '2 days' FROM users`,
  calendars: "INSERT INTO calendars (user_id) SELECT id FROM users WHERE id % 10 = 0",
  blocks: `
    INSERT INTO blocks (blocker_id, blocked_id)
    SELECT one.id, one.id + 7 FROM users AS one JOIN users AS other ON other.id = one.id + 7 WHERE one.id % 20 = 3`,
  dismissed_suggestions: `
    INSERT INTO dismissed_suggestions (user_id, dismissed_id)
    SELECT one.id, one.id + 9 FROM users AS one JOIN users AS other ON other.id = one.id + 9 WHERE one.id % 10 = 2`,
  reports: `
    INSERT INTO reports (reporter_id, reported_id, reason, closed_at, outcome)
    SELECT one.id, one.id + 5, 'spam', CASE WHEN one.id % 2000 > 0 THEN now() END, CASE WHEN one.id % 2000 > 0 THEN 'none' END
    FROM users AS one JOIN users AS other ON other.id = one.id + 5 WHERE one.id % 200 = 0`,
  institution_requests: `
    INSERT INTO institution_requests (member_id, establishment_id, region_id, name, name_key, closed_at, outcome)
    SELECT users.id, establishment_id, region_id, 'Лицей ' || users.id, 'litsey ' || users.id, now(), 'rejected'
    FROM users JOIN objects ON objects.id = 1 WHERE users.id % 200 = 0`,
  email_verifications: `
    INSERT INTO email_verifications (user_id, token_hash, expires_at)
    SELECT id, sha256(('mail ' || id)::bytea), now() + interval '1 day' FROM users WHERE id % 20 = 0`,
  asked_codes: `
    INSERT INTO asked_codes (user_id, kind, asker, code_hash, expires_at)
    SELECT id, 'mail', md5('asker'), md5(id::text), now() + interval '1 hour' FROM users WHERE id % 20 = 0`,
  phone_changes: `
    INSERT INTO phone_changes (user_id, session_hash, phone, code_hash, expires_at)
    SELECT id, sha256(('network ' || id)::bytea), '+99890' || 1000000 + id, md5(id::text), now() + interval '1 hour'
    FROM users WHERE id % 20 = 0`,
  push_subscriptions: `
    INSERT INTO push_subscriptions (endpoint, session_hash, p256dh, auth)
    SELECT 'https://push.example/' || id, sha256(('network ' || id)::bytea), 'key', 'auth' FROM users WHERE id % 5 = 0`,
  present_members: `
    WITH node AS (
      INSERT INTO presence_nodes (id, alive_until) VALUES (gen_random_uuid(), now() + interval '10 years') RETURNING id)
    INSERT INTO present_members (user_id, node_id)
    SELECT users.id, node.id FROM users CROSS JOIN node WHERE users.id % 20 = 1`,
  profile_views: `
    INSERT INTO profile_views (user_id, viewed_on, viewer_id)
    SELECT one.id, current_date - (one.id % 30), other.id
    FROM users AS one JOIN users AS other ON other.id = one.id + 3`,
  profile_view_days: `
    INSERT INTO profile_view_days (user_id, day, views)
    SELECT id, current_date - (id + nth) % 30, 3 FROM users CROSS JOIN ${times(30)} AS nth`,
  images: `
    INSERT INTO images (user_id, storage_key, bytes, width, height, placeholder)
    SELECT id, 'images/network' || id || '/' || nth, 90000, 800, 800, ''
    FROM users CROSS JOIN ${times(40)} AS nth WHERE id % 2 = 0 OR id = 1`,
  media: `
    INSERT INTO media (user_id, storage_key, name, mime, kind, bytes, has_thumb, in_profile)
    SELECT id, 'media/network' || id || '/' || nth, 'photo.jpg', 'image/jpeg', 'image', 90000, true, id % 4 = 0 OR id <= 2
    FROM users CROSS JOIN ${times(40)} AS nth WHERE id % 2 = 0 OR id = 1`,
  unclaimed_files: `
    INSERT INTO unclaimed_files (storage_key, removable_at)
    SELECT 'media/gone' || id, now() + interval '1 year' FROM users WHERE id % 50 = 0`,
  // A push service is away, and all of them wait for a further try.
  job_common: `
    INSERT INTO pgboss.job (name, data, policy, priority, state, start_after, keep_until, singleton_key, group_id, group_tier)
    SELECT 'push', '{}', 'standard', 900000000 - nth / 1000, 'retry', now() + interval '10 years', now() + interval '11 years',
      md5(nth::text), 'member ' || nth / 3, CASE WHEN nth % 10 = 0 THEN 'push.example' END
    FROM generate_series(1, 100000) AS nth`,
  mailbox: `
    INSERT INTO mailbox (job_id, recipient, subject, text, html)
    SELECT gen_random_uuid(), email, 'Kampus', 'text', 'html' FROM users WHERE id % 10 = 0`,
  // Neighbours in the seed are friends.
  chats: `
    INSERT INTO chats (kind, private_low, private_high, last_seq, last_message_at)
    SELECT 'private', one.id, other.id, 2, now() - make_interval(mins => one.id % 10000)
    FROM users AS one JOIN users AS other ON other.id = one.id + 1`,
  class_chats: `
    WITH class AS (
      SELECT object_id, ended, began, row_number() OVER (ORDER BY object_id, ended, began) AS place
      FROM class_sizes WHERE study_group_key = '' AND ended > 0 AND total >= 2
    ), made AS (
      INSERT INTO chats (kind, title, search_title, last_seq, last_message_at)
      SELECT 'group', 'class ' || place, 'class ' || place, 4, now() - make_interval(mins => (place % 10000)::int) FROM class
      RETURNING id, title
    )
    INSERT INTO class_chats (chat_id, object_id, class_key)
    SELECT made.id, object_id, CASE WHEN ended = 9999 THEN 'since-' || began ELSE ended::text END
    FROM class JOIN made ON made.title = 'class ' || place`,
  chat_members: `
    INSERT INTO chat_members (chat_id, user_id, opened, last_read_seq, own_unread, role)
    SELECT id, private_low, true, CASE WHEN private_low % 5 > 0 THEN 1 ELSE 2 END, 0, 'member' FROM chats WHERE kind = 'private'
    UNION ALL SELECT id, private_high, true, 2, 0, 'member' FROM chats WHERE kind = 'private'
    UNION ALL SELECT chat_id, user_id, true, CASE WHEN user_id % 3 = 0 THEN 2 ELSE 4 END, 0,
      CASE WHEN place = 1 THEN 'owner' ELSE 'member' END
    FROM class_chats CROSS JOIN LATERAL (
      SELECT user_id, row_number() OVER (ORDER BY sort_name, user_id) AS place FROM class_members AS member
      WHERE member.object_id = class_chats.object_id
        AND member.ended = CASE WHEN class_key LIKE 'since-%' THEN 9999 ELSE class_key::int END
        AND member.began = CASE WHEN class_key LIKE 'since-%' THEN substr(class_key, 7)::int ELSE 0 END
      ORDER BY sort_name, user_id LIMIT 20) AS member`,
  class_chat_removals: `
    INSERT INTO class_chat_removals (chat_id, user_id, removed_at)
    SELECT chat_id, user_id, now() - make_interval(days => user_id % 29) FROM chat_members WHERE role = 'owner'`,
  messages: `
    INSERT INTO messages (chat_id, seq, author_id, client_id, text, created_at, words)
    SELECT id, seq, CASE WHEN seq = 1 THEN private_low ELSE private_high END, gen_random_uuid(), 'Salom ' || id, last_message_at,
      to_tsvector('simple', id || ':salom')
    FROM chats CROSS JOIN generate_series(1, 2) AS seq WHERE kind = 'private'
    UNION ALL SELECT chat_id, seq, user_id, gen_random_uuid(), 'Привет ' || chat_id, now() - interval '1 day',
      to_tsvector('simple', chat_id || ':privet')
    FROM chat_members CROSS JOIN generate_series(1, 4) AS seq WHERE role = 'owner'`,
  message_reactions: `
    INSERT INTO message_reactions (chat_id, seq, user_id, emoji)
    SELECT id, 1, private_high, '👍' FROM chats WHERE kind = 'private' AND id % 5 = 0`,
  message_attachments: `
    INSERT INTO message_attachments (chat_id, seq, position, media_id)
    SELECT DISTINCT ON (chats.id) chats.id, 1, 0, media.id FROM media JOIN chats ON private_low = media.user_id WHERE media.id % 2 = 0`,
  class_events: `
    INSERT INTO class_events (object_id, class_key, author_id, title, starts_at, time_zone)
    SELECT object_id, class_key, user_id, 'Встреча', now() + make_interval(days => nth * 7 - 50 + chat_id % 7, hours => 1),
      'Asia/Tashkent'
    FROM class_chats JOIN chat_members USING (chat_id) CROSS JOIN generate_series(0, 9) AS nth WHERE role = 'owner'`,
  event_answers: `
    INSERT INTO event_answers (event_id, user_id, answer)
    SELECT class_events.id, user_id, (ARRAY['going', 'maybe', 'no'])[1 + user_id % 3]
    FROM class_events JOIN class_chats USING (object_id, class_key) JOIN chat_members USING (chat_id)`,
  invitations: `
    INSERT INTO invitations (code, inviter_id, kind, uses)
    SELECT md5('invitation ' || id), id, 'kampus', 1 FROM users WHERE id % 10 = 0`,
  invitation_uses: `
    INSERT INTO invitation_uses (invitation_id, member_id, inviter_id)
    SELECT invitations.id, users.id, inviter_id FROM invitations JOIN users ON users.id = inviter_id + 1`,
  invited_sign_ups: `
    INSERT INTO invited_sign_ups (user_id, invitation_id)
    SELECT users.id, invitations.id FROM invitations JOIN users ON users.id = inviter_id + 2 WHERE invitations.id % 10 = 0`,
};

/** Those that the seed fills grow, too. */
export const growingTables = [
  ...["users", "educations", "jobs", "friendships", "people", "class_members", "class_sizes"],
  ...Object.keys(statements),
];

/** Does nothing in a database that has chats, since a named database stays. A server must have started on it before. */
export const fillNetwork = (url: string) =>
  inDatabase(url, async (client) => {
    const { rowCount } = await client.query("SELECT FROM chats LIMIT 1");
    if (rowCount !== 0) return;
    // Foreign keys are not checked: that would double the time.
    await client.query("SET session_replication_role = replica");
    for (const statement of Object.values(statements)) await client.query(statement);
    await client.query("VACUUM (ANALYZE)");
  });
