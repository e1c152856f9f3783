/** Rows that make a profile, past the forms: for tests that are about something else. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Privacy } from "#lib/privacy/schema.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

interface Member {
  id: number;
}

export function testProfiles(kampus: Pick<TestKampus, "db">) {
  const bytes = 1_000;
  const storageKey = (kind: string) => `${kind}/${randomBytes(16).toString("hex")}`;

  return {
    async befriend(one: Member, other: Member): Promise<void> {
      const row = {
        low_user: Math.min(one.id, other.id),
        high_user: Math.max(one.id, other.id),
        requested_by: one.id,
        accepted_at: new Date(),
      };
      await kampus.db.insertInto("friendships").values(row).execute();
    },

    async ask(one: Member, other: Member): Promise<void> {
      const pair = {
        low_user: Math.min(one.id, other.id),
        high_user: Math.max(one.id, other.id),
      };
      await kampus.db
        .insertInto("friendships")
        .values({ ...pair, requested_by: one.id, accepted_at: null })
        .execute();
    },

    async block(one: Member, other: Member): Promise<void> {
      await kampus.db
        .insertInto("blocks")
        .values({ blocker_id: one.id, blocked_id: other.id })
        .execute();
    },

    /** `{ media: "friends" }` */
    async hide({ id }: Member, privacy: Partial<Privacy>): Promise<void> {
      const columns = Object.fromEntries(
        Object.entries(privacy).map(([subject, audience]) => [`privacy_${subject}`, audience]),
      );
      await kampus.db.updateTable("users").set(columns).where("id", "=", id).execute();
    },

    /** Without its files. */
    async addImage({ id: user_id }: Member): Promise<number> {
      const row = await kampus.db
        .insertInto("images")
        .values({
          user_id,
          storage_key: storageKey("images"),
          bytes,
          width: 10,
          height: 10,
          placeholder: "data:image/webp;base64,",
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return row.id;
    },

    /** Without its files. */
    async addMedia({ id: user_id }: Member): Promise<number> {
      await kampus.db
        .updateTable("users")
        .set({ media_bytes: sql`media_bytes + ${bytes}` })
        .where("id", "=", user_id)
        .execute();
      const row = await kampus.db
        .insertInto("media")
        .values({
          user_id,
          storage_key: storageKey("media"),
          name: "конспект.pdf",
          mime: "application/pdf",
          kind: "document",
          bytes,
          has_thumb: false,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return row.id;
    },
  };
}
