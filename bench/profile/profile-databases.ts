/** Seeded databases whose members have equally much, of which only the number of members differs. */
import type { Client } from "pg";
import { inDatabase, readScans, seedTemporaryDatabase } from "#bench/seeded-database.ts";

const educationsOfMember = 10;
const friendshipsOfMember = 5;
/** The second and the third member are those that are measured: their lists fill a page. */
const files = { measured: 40, others: 3 };
const viewedDays = 30;

/** What grows with the members. */
const tables = [
  "users",
  "sessions",
  "educations",
  "jobs",
  "images",
  "media",
  "friendships",
  "profile_views",
  "profile_view_days",
];

export interface SeededDatabase {
  url: string;
  members: number;
  educations: number;
  /** Sequential scans so far of each table that grows. */
  scans: () => Promise<Map<string, number>>;
  drop: () => Promise<void>;
}

export async function createSeededDatabase(members: number): Promise<SeededDatabase> {
  const educations = members * educationsOfMember;
  const friendships = members * friendshipsOfMember;
  const database = await seedTemporaryDatabase({ members, educations, friendships });
  try {
    await inDatabase(database.url, addFilesViewsAndSessions);
  } catch (error) {
    await database.drop();
    throw error;
  }
  return {
    ...database,
    members,
    educations,
    scans: () => inDatabase(database.url, (client) => readScans(client, tables)),
  };
}

/** Rows without files: lists read no file. */
async function addFilesViewsAndSessions(client: Client): Promise<void> {
  const owners = `
    SELECT id, CASE WHEN id IN (2, 3) THEN ${files.measured} ELSE ${files.others} END AS files FROM users`;
  const key = (folder: string) => `'${folder}/' || md5(owners.id || '/' || number)`;
  await client.query(`
    INSERT INTO images (user_id, storage_key, bytes, width, height, placeholder)
    SELECT id, ${key("images")}, 100000, 1600, 1200, 'data:image/webp;base64,' || repeat('A', 100)
    FROM (${owners}) AS owners, generate_series(1, files) AS number`);
  await client.query(`
    INSERT INTO media (user_id, storage_key, name, mime, kind, bytes, has_thumb)
    SELECT id, ${key("media")}, 'lecture ' || number || '.mp4', 'video/mp4', 'video', 1000000, true
    FROM (${owners}) AS owners, generate_series(1, files) AS number`);
  await client.query(`
    UPDATE users SET main_image_id = newest.id,
      media_bytes = (SELECT sum(bytes) FROM media WHERE media.user_id = users.id)
    FROM (SELECT user_id, max(id) AS id FROM images GROUP BY user_id) AS newest
    WHERE newest.user_id = users.id`);
  await client.query(`
    INSERT INTO profile_view_days (user_id, day, views)
    SELECT id, current_date - age, 1 FROM users, generate_series(1, ${viewedDays}) AS age`);
  await client.query(`
    INSERT INTO profile_views (user_id, viewed_on, viewer_id)
    SELECT id, current_date - 1, CASE WHEN id > 1 THEN id - 1 ELSE 2 END FROM users`);
  await client.query(`
    INSERT INTO sessions (token_hash, user_id, expires_at, user_agent, ip)
    SELECT sha256(email::bytea), id, now() + interval '7 days', 'bench', '127.0.0.1' FROM users`);
  await client.query(`VACUUM (ANALYZE) ${tables.join(", ")}`);
}
