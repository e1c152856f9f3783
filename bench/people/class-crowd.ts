/** Puts a crowd into one institution of a seeded database: rosters and classes are measured by how many are of them. */
import { inDatabase } from "#bench/seeded-database.ts";

export const crowd = { objectId: 1, year: 2014 };

/** At the institution, and of them in the one class: in a database with fewer members as many as there are. */
export interface CrowdSize {
  institution: number;
  ofClass: number;
}

export const smallCrowd: CrowdSize = { institution: 600, ofClass: 40 };
export const largeCrowd: CrowdSize = { institution: 60_000, ofClass: 2_000 };

const atOnce = 1_000;

/** Does nothing where the crowd is there already, since a named database stays. */
export const insertClassCrowd = (url: string, { institution, ofClass }: CrowdSize) =>
  inDatabase(url, async (client) => {
    const { rows } = await client.query<{ total: number }>(
      `SELECT coalesce(max(total), 0)::int AS total FROM class_sizes
       WHERE object_id = $1 AND ended = $2 AND study_group_key = ''`,
      [crowd.objectId, crowd.year],
    );
    if ((rows[0]?.total ?? 0) >= ofClass) return;
    for (let from = 0; from < institution; from += atOnce)
      await client.query(
        `INSERT INTO educations
           (user_id, establishment_id, region_id, object_id, start_year, end_year, study_group, study_group_key, created_at)
         SELECT users.id, establishment_id, region_id, objects.id, ended - 4, ended, study_group, study_group,
           now() - make_interval(days => (place % 1000)::int)
         FROM objects CROSS JOIN (
           SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM users
           WHERE verified_at IS NOT NULL AND deleted_at IS NULL ORDER BY id LIMIT $2
         ) AS users CROSS JOIN LATERAL (
           SELECT CASE WHEN place < $3 THEN $4::int ELSE 1960 + (place % 50)::int END AS ended,
             (ARRAY['ИТ204', 'ИТ205', NULL])[1 + place % 3] AS study_group
         ) AS studied
         WHERE objects.id = $1 AND place >= $5 AND place < $5 + $6`,
        [crowd.objectId, institution, ofClass, crowd.year, from, atOnce],
      );
    await client.query("VACUUM (ANALYZE) educations, class_members, class_sizes");
  });
