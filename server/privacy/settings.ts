import type { Privacy, PrivacyInput } from "#lib/privacy/schema.ts";
import type { Db } from "#server/db/database.ts";
import { jsonPart } from "#server/infra/export-file.ts";
import { birthdayAudienceOf } from "#server/members/birthday.ts";

const privacyColumns = [
  "privacy_images as images",
  "privacy_educations as educations",
  "privacy_jobs as jobs",
  "privacy_friends as friends",
  "privacy_media as media",
  "privacy_last_seen as last_seen",
  "privacy_messages as messages",
  "privacy_suggestions as suggestions",
  birthdayAudienceOf.as("birthday"),
] as const;

export function findPrivacy(db: Db, userId: number): Promise<Privacy | undefined> {
  return db
    .selectFrom("users")
    .select(privacyColumns)
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Undefined when the account has been deleted meanwhile. */
export function updatePrivacy(
  db: Db,
  userId: number,
  {
    images,
    educations,
    jobs,
    media,
    friends,
    last_seen,
    messages,
    suggestions,
    birthday,
  }: PrivacyInput,
): Promise<Privacy | undefined> {
  return db
    .updateTable("users")
    .set({
      ...(images && { privacy_images: images }),
      ...(educations && { privacy_educations: educations }),
      ...(jobs && { privacy_jobs: jobs }),
      ...(media && { privacy_media: media }),
      ...(friends && { privacy_friends: friends }),
      ...(last_seen && { privacy_last_seen: last_seen }),
      ...(messages && { privacy_messages: messages }),
      ...(suggestions && { privacy_suggestions: suggestions }),
      ...(birthday && { privacy_birthday: birthday }),
    })
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .returning(privacyColumns)
    .executeTakeFirst();
}

export const exportPrivacy = (db: Db) =>
  jsonPart("privacy.json", async ({ id }) => (await findPrivacy(db, id)) ?? null);

/** Deletes the settings of an account that is purged. */
export async function forgetPrivacy(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      privacy_images: "everyone",
      privacy_educations: "everyone",
      privacy_jobs: "everyone",
      privacy_media: "everyone",
      privacy_friends: "everyone",
      privacy_last_seen: "everyone",
      privacy_messages: "everyone",
      privacy_suggestions: "everyone",
      privacy_birthday: null,
    })
    .where("id", "=", userId)
    .execute();
}
