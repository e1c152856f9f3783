/** What a member has decided about who sees what: for their archive, and to be forgotten. */
import type { Db } from "#server/db/database.ts";
import { type ExportPart, json } from "#server/infra/export-file.ts";
import { findPrivacy } from "#server/privacy/settings.ts";

export const exportPrivacy = (db: Db): ExportPart =>
  async function* ({ id }) {
    yield { name: "privacy.json", content: json(async () => (await findPrivacy(db, id)) ?? null) };
  };

export async function forgetPrivacy(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      privacy_friends: "everyone",
      privacy_media: "everyone",
      privacy_last_seen: "everyone",
      privacy_messages: "everyone",
      privacy_suggestions: "everyone",
    })
    .where("id", "=", userId)
    .execute();
}
