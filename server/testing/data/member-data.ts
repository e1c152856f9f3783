/** Every column that refers to a member, and a member with a row in each: for tests that nothing of theirs is overlooked. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
} from "#server/testing/data/insert-members.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

/** A file of the archive, or why it has none. */
type InArchive = string | { not: string };

interface MemberReference {
  table: string;
  column: string;
  /** What the purge does with the rows: it removes them, a trigger follows it, or why they stay. */
  purge: "removed" | "trigger" | { stays: string };
  archive: InArchive;
}

const removed = (table: string, columns: Record<string, InArchive>): MemberReference[] =>
  Object.entries(columns).map(([column, archive]) => ({
    table,
    column,
    purge: "removed",
    archive,
  }));

const stays = (table: string, column: string, why: string, archive: InArchive) => ({
  table,
  column,
  purge: { stays: why },
  archive,
});

const secret = { not: "a hash that lets somebody in, for minutes or a day" };
const ofOthers = { not: "what others did, who are not told of either" };
/** Each chat has a file of its messages besides. */
const inChats = "chats.json";

export const memberReferences: MemberReference[] = [
  ...removed("asked_codes", { user_id: secret }),
  ...removed("blocks", { blocker_id: "blocked.json", blocked_id: ofOthers }),
  ...removed("calendars", { user_id: "calendar.json" }),
  ...removed("chat_members", { user_id: inChats }),
  ...removed("class_chat_removals", { user_id: "group-removals.json" }),
  ...removed("class_events", { author_id: "events.json" }),
  ...removed("dismissed_suggestions", {
    user_id: "dismissed-suggestions.json",
    dismissed_id: ofOthers,
  }),
  ...removed("educations", { user_id: "educations.json" }),
  ...removed("email_verifications", { user_id: secret }),
  ...removed("event_answers", { user_id: "event-answers.json" }),
  ...removed("friendships", { low_user: "friends.json", high_user: "friends.json" }),
  ...removed("home_visits", { user_id: "home-visit.json" }),
  ...removed("images", { user_id: "images.json" }),
  ...removed("institution_requests", { member_id: "institution-requests.json" }),
  ...removed("invitation_uses", {
    member_id: "accepted-invitations.json",
    inviter_id: "invited-members.json",
  }),
  ...removed("invitations", { inviter_id: "invitations.json" }),
  ...removed("invited_sign_ups", {
    user_id: { not: "it becomes a use when the address is confirmed" },
  }),
  ...removed("jobs", { user_id: "jobs.json" }),
  ...removed("known_devices", { user_id: "known-devices.json" }),
  ...removed("link_epochs", { user_id: { not: "a number that ends addresses of files" } }),
  ...removed("media", { user_id: "media.json" }),
  ...removed("message_reactions", { user_id: inChats }),
  ...removed("objects", { author_id: "schools-made.json" }),
  ...removed("phone_changes", { user_id: secret }),
  ...removed("profile_view_days", { user_id: "statistics.json" }),
  ...removed("profile_views", { user_id: ofOthers, viewer_id: "viewed-profiles.json" }),
  ...removed("recovery_codes", { user_id: secret }),
  ...removed("reports", {
    reporter_id: "reports.json",
    reported_id: ofOthers,
    inviter_id: ofOthers,
  }),
  ...removed("sessions", { user_id: "sessions.json" }),
  {
    table: "people",
    column: "user_id",
    purge: "trigger",
    archive: { not: "the words of the name, by which the search finds it" },
  },
  {
    table: "left_groups",
    column: "user_id",
    purge: "trigger",
    archive: "messages-in-left-groups.json",
  },
  stays("chats", "private_low", "it is the other member's, too, until they are purged", inChats),
  stays("chats", "private_high", "it is the other member's, too, until they are purged", inChats),
  stays("messages", "author_id", "it stays readable to those who received it", inChats),
  stays("messages", "forwarded_from", "it is of whoever forwarded it", ofOthers),
  stays("present_members", "user_id", "it ends with the connections, which end with the sessions", {
    not: "whether they are connected at this moment",
  }),
];

const search = { not: "the words of the name, by which the search finds it" };

/** Where the archive has the columns of the account itself; `file.key`, where the key is named otherwise. */
export const accountColumns: Record<string, InArchive> = {
  ...inFile("account.json", [
    "id",
    "email",
    "surname",
    "name",
    "patronymic",
    "phone",
    "created_at",
  ]),
  ...inFile("account.json", ["verified_at", "phone_changed_at", "last_seen_at"]),
  ...inFile("account.json", ["suspended_at", "suspended_until", "suspended_for"]),
  birth_month: "account.json.birthday",
  birth_day: "account.json.birthday",
  locale: "settings.json.language",
  time_zone: "settings.json.time_zone",
  ...privacyOf("images", "educations", "jobs", "friends", "media"),
  ...privacyOf("last_seen", "messages", "suggestions", "birthday"),
  main_image_id: { not: "images.json says which image it is" },
  media_bytes: { not: "the sum of the sizes in media.json" },
  search_name: search,
  password_hash: secret,
  deleted_at: { not: "nobody takes the archive of a deleted account" },
  purged_at: { not: "nobody takes the archive of a deleted account" },
};

function inFile(file: string, columns: string[]) {
  return Object.fromEntries(columns.map((column) => [column, `${file}.${column}`]));
}

function privacyOf(...sections: string[]) {
  return Object.fromEntries(
    sections.map((section) => [`privacy_${section}`, `privacy.json.${section}`]),
  );
}

/** A member to whom every column of `memberReferences` refers, and who has set whatever an account can hold. */
export async function memberWithEverything(kampus: TestKampus): Promise<SignedInMember> {
  const [before] = await insertMembers(kampus, [{}]);
  const member = await oneMember(kampus);
  const [after, blocked, blocker] = await insertMembers(kampus, [{}, {}, {}]);
  await kampus.db
    .insertInto("blocks")
    .values([
      { blocker_id: member.id, blocked_id: blocked.id },
      { blocker_id: blocker.id, blocked_id: member.id },
    ])
    .execute();
  for (const statement of rowsOf(member.id, before.id, after.id))
    await statement.execute(kampus.db);
  return member;
}

/** The ids of the three ascend, since pairs name the lower one first. */
function rowsOf(id: number, before: number, after: number) {
  const unique = randomBytes(8).toString("hex");
  const phone = `+99893${String(1_000_000 + id)}`;
  const institution = 1;
  const chatOf = (low: number, high: number) =>
    sql`SELECT id FROM chats WHERE private_low = ${low} AND private_high = ${high}`;
  return [
    sql`UPDATE users SET phone = ${phone}, locale = 'uz', time_zone = 'Asia/Tokyo', birth_month = 2, birth_day = 29,
      created_at = '2020-01-01', phone_changed_at = '2020-01-02', last_seen_at = now(), media_bytes = 4,
      suspended_at = '2020-01-03', suspended_until = '2020-01-04', suspended_for = 'spam', search_name = 'тимур',
      privacy_birthday = 'nobody', privacy_educations = 'nobody', privacy_friends = 'nobody',
      privacy_images = 'nobody', privacy_jobs = 'nobody', privacy_last_seen = 'nobody', privacy_media = 'nobody',
      privacy_messages = 'nobody', privacy_suggestions = 'nobody' WHERE id = ${id}`,
    sql`INSERT INTO asked_codes (user_id, kind, asker, code_hash, expires_at)
      VALUES (${id}, 'mail', '127.0.0.1', ${unique}, now())`,
    sql`INSERT INTO recovery_codes (user_id, kind, code_hash, expires_at) VALUES (${id}, 'mail', ${unique}, now())`,
    sql`INSERT INTO phone_changes (user_id, session_hash, phone, code_hash, expires_at)
      SELECT ${id}, token_hash, ${phone}, 'hash', now() FROM sessions WHERE user_id = ${id}`,
    sql`INSERT INTO email_verifications (user_id, token_hash, expires_at) VALUES (${id}, ${randomBytes(8)}, now())`,
    sql`INSERT INTO known_devices (user_id, mark_hash) VALUES (${id}, ${randomBytes(8)})`,
    sql`INSERT INTO link_epochs (user_id, epoch) VALUES (${id}, 3)`,
    sql`INSERT INTO calendars (user_id, epoch) VALUES (${id}, 2)`,
    sql`INSERT INTO push_subscriptions (endpoint, session_hash, p256dh, auth)
      SELECT ${`https://push.example/${unique}`}, token_hash, 'key of the browser', 'secret of the browser'
      FROM sessions WHERE user_id = ${id}`,
    sql`WITH node AS (INSERT INTO presence_nodes VALUES (gen_random_uuid(), now() + interval '1 hour') RETURNING id)
      INSERT INTO present_members (user_id, node_id) SELECT ${id}, id FROM node`,
    sql`INSERT INTO home_visits (user_id) VALUES (${id})`,
    sql`INSERT INTO friendships (low_user, high_user, requested_by)
      VALUES (${before}, ${id}, ${id}), (${id}, ${after}, ${after})`,
    sql`INSERT INTO dismissed_suggestions (user_id, dismissed_id) VALUES (${id}, ${before}), (${before}, ${id})`,
    sql`INSERT INTO reports (reporter_id, reported_id, reason)
      VALUES (${id}, ${before}, 'spam'), (${after}, ${id}, 'fake')`,
    sql`INSERT INTO reports (reporter_id, inviter_id, subject, reason) VALUES (${after}, ${id}, 'invitation', 'spam')`,
    sql`INSERT INTO profile_views (user_id, viewer_id, viewed_on)
      VALUES (${id}, ${before}, '2026-01-02'), (${before}, ${id}, '2026-01-03')`,
    sql`INSERT INTO profile_view_days (user_id, day, views) VALUES (${id}, '2026-01-02', 1)`,
    sql`INSERT INTO educations (user_id, establishment_id, region_id, object_id, start_year, end_year)
      SELECT ${id}, establishment_id, region_id, id, 2001, 2005 FROM objects WHERE id = ${institution}`,
    sql`INSERT INTO jobs (user_id, sphere_id, position_id, region_id, company, start_year)
      SELECT ${id}, 1, 101, region_id, 'Завод', 2006 FROM objects WHERE id = ${institution}`,
    sql`WITH image AS (
        INSERT INTO images (user_id, storage_key, bytes, width, height, placeholder)
        VALUES (${id}, ${`images/${unique}`}, 1, 1, 1, '') RETURNING id)
      UPDATE users SET main_image_id = image.id FROM image WHERE users.id = ${id}`,
    sql`INSERT INTO media (user_id, storage_key, name, mime, kind, bytes, has_thumb)
      VALUES (${id}, ${`media/${unique}`}, 'a.txt', 'text/plain', 'document', 4, false)`,
    sql`INSERT INTO institution_requests (member_id, establishment_id, region_id, name, name_key)
      SELECT ${id}, establishment_id, region_id, 'Другой', ${unique} FROM objects WHERE id = ${institution}`,
    sql`INSERT INTO objects (id, establishment_id, region_id, names, search_name, source, author_id, made_at)
      SELECT nextval('member_object_ids'), 10, region_id, '{"ru": "Школа"}', 'школа', 'members', ${id}, now()
      FROM objects WHERE id = ${institution}`,
    sql`INSERT INTO chats (kind, private_low, private_high, last_seq, last_message_at)
      VALUES ('private', ${before}, ${id}, 1, now()), ('private', ${id}, ${after}, 1, now())`,
    sql`INSERT INTO chat_members (chat_id, user_id, pinned_at, draft, draft_mentions)
      SELECT id, ${id}, '2026-01-04', 'Привет', ${JSON.stringify([{ id: before, offset: 0, length: 6 }])}::jsonb
      FROM chats WHERE ${id} IN (private_low, private_high)`,
    sql`INSERT INTO messages (chat_id, seq, author_id, client_id, text)
      SELECT id, 1, ${id}, gen_random_uuid(), 'Здравствуйте' FROM (${chatOf(before, id)}) AS chat`,
    sql`INSERT INTO messages (chat_id, seq, author_id, client_id, text, forwarded_from)
      SELECT id, 1, ${after}, gen_random_uuid(), 'Вот что было', ${id} FROM (${chatOf(id, after)}) AS chat`,
    sql`INSERT INTO message_reactions (chat_id, seq, user_id, emoji)
      SELECT id, 1, ${id}, '👍' FROM (${chatOf(id, after)}) AS chat`,
    sql`WITH chat AS (INSERT INTO chats (kind, title) VALUES ('group', 'Выпуск') RETURNING id)
      INSERT INTO class_chat_removals (chat_id, user_id, removed_at) SELECT id, ${id}, '2026-01-05' FROM chat`,
    sql`WITH chat AS (INSERT INTO chats (kind, title) VALUES ('group', 'Кружок') RETURNING id), said AS (
        INSERT INTO messages (chat_id, seq, author_id, client_id, text)
        SELECT id, 1, ${id}, gen_random_uuid(), 'Прощайте' FROM chat)
      INSERT INTO left_groups (chat_id, user_id) SELECT id, ${id} FROM chat`,
    sql`WITH made AS (
        INSERT INTO class_events (object_id, class_key, author_id, title, starts_at, time_zone)
        VALUES (${institution}, '2005', ${id}, 'Встреча', now(), 'Asia/Tashkent') RETURNING id)
      INSERT INTO event_answers (event_id, user_id, answer) SELECT id, ${id}, 'going' FROM made`,
    sql`WITH made AS (
        INSERT INTO invitations (code, inviter_id, kind)
        VALUES (${unique}, ${id}, 'kampus'), (${`${unique}-other`}, ${before}, 'kampus') RETURNING id, inviter_id
      ), used AS (
        INSERT INTO invitation_uses (invitation_id, member_id, inviter_id)
        SELECT id, CASE WHEN inviter_id = ${id} THEN ${after}::int ELSE ${id}::int END, inviter_id FROM made)
      INSERT INTO invited_sign_ups (user_id, invitation_id) SELECT ${id}, id FROM made WHERE inviter_id = ${before}`,
  ];
}
