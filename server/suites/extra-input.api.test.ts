import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { accessTable } from "#server/testing/access/access-table.ts";
import { studies, testEntries, works } from "#server/testing/data/educations-and-jobs.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { multipartOf, plainImage, testImages } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

const kampus = kampusForFile();

const madeUpId = 1_234_567;

/** Fields that no form has, in the name of another member. */
const extrasOf = ({ id }: { id: number }) => ({
  id: madeUpId,
  user_id: id,
  author_id: id,
  viewer_id: id,
  requested_by: id,
  email: "stolen@kampus.example",
  verified: true,
  verified_at: "2020-01-01T00:00:00.000Z",
  created_at: "2020-01-01T00:00:00.000Z",
  deleted_at: "2020-01-01T00:00:00.000Z",
  password_hash: "",
  is_main: true,
  main_image_id: madeUpId,
  media_bytes: 0,
  last_seen_at: "2020-01-01T00:00:00.000Z",
  privacy_messages: "nobody",
  seq: madeUpId,
  last_seq: madeUpId,
  role: "owner",
});

/** Every row that concerns a member, as text. */
async function rowsAbout({ id }: { id: number }): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name IN
      ('user_id', 'viewer_id', 'author_id', 'low_user', 'high_user', 'private_low', 'private_high',
       'blocker_id', 'blocked_id', 'reporter_id', 'reported_id', 'inviter_id')`.execute(kampus.db);
  const texts = await Promise.all(
    [...columns, { table: "users", column: "id" }].map(async ({ table, column }) => {
      const { rows } = await sql<{ text: string }>`
        SELECT row_to_json(t)::text AS text FROM ${sql.table(table)} AS t WHERE ${sql.ref(column)} = ${id}`.execute(
        kampus.db,
      );
      return rows.map(({ text }) => `${table}: ${text}`);
    }),
  );
  return [...new Set(texts.flat())].sort();
}

const ownColumns = ({ id }: { id: number }) =>
  kampus.db
    .selectFrom("users")
    .select(["id", "email", "verified_at", "created_at", "deleted_at", "password_hash"])
    .select(["main_image_id", "media_bytes", "last_seen_at", "privacy_messages"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** With one object of each kind. */
async function settledMember(peer: SignedInMember): Promise<SignedInMember> {
  const member = await oneMember(kampus);
  await testEntries(kampus, "educations", studies).add(member);
  await testEntries(kampus, "jobs", works).add(member);
  const profiles = testProfiles(kampus);
  await profiles.addImage(member);
  await profiles.addMedia(member);
  await profiles.befriend(member, peer);
  const messenger = testMessenger(kampus);
  await messenger.say(member, (await messenger.open(member, peer)).id);
  return member;
}

const writes = Object.entries(accessTable).filter(
  ([route, { statuses }]) => !route.startsWith("GET") && statuses[0] === 401,
);

describe("extra fields of a body", () => {
  it("change nothing of another member, and nothing that the caller may not choose", async () => {
    const [one, other, peer] = await signedInMembers(kampus, 3);
    const unverified = await oneMember(kampus, { verified: false });
    const victim = await settledMember(peer);
    const chat = await testMessenger(kampus).open(one, other);
    const before = await rowsAbout(victim);
    expect(before.length).toBeGreaterThan(8);
    const own = await Promise.all([one, unverified].map(ownColumns));

    for (const [route, { statuses, body = {} }] of writes) {
      const [method = "", path = ""] = route.split(" ");
      const filled = (text: string) =>
        text
          .replace("{locale}", "en")
          .replace("{x}", "private")
          .replace(/"?\{id\}"?/, String(other.id))
          .replace(/"?\{chat\}"?/, String(chat.id))
          .replace("{nobody}", "2147483647");
      for (const [index, caller] of [undefined, unverified, one].entries()) {
        if (!caller || route.endsWith("/logout")) continue;
        const answer = await kampus.call(method, filled(path), {
          token: caller.token,
          body: JSON.parse(filled(JSON.stringify({ ...extrasOf(victim), ...body }))) as object,
        });
        expect([route, answer.statusCode]).toEqual([route, statuses[index]]);
      }
    }
    expect(await rowsAbout(victim)).toEqual(before);
    expect(await Promise.all([one, unverified].map(ownColumns))).toEqual(own);
    for (const table of ["educations", "jobs", "images", "media"] as const)
      expect(
        await kampus.db.selectFrom(table).select("id").where("id", "=", madeUpId).execute(),
      ).toEqual([]);
  });

  it("make no sign-up verified, nor another's", async () => {
    const victim = await oneMember(kampus);
    const extras = Object.fromEntries(
      Object.entries(extrasOf(victim))
        .filter(([field]) => field !== "email")
        .map(([field, value]) => [field, value.toString()]),
    );
    const { user } = await kampus.signUp(extras);
    expect(user).toMatchObject({ verified: false, image: null });
    expect([victim.id, madeUpId]).not.toContain(user.id);
    expect(await ownColumns(user)).toMatchObject({
      verified_at: null,
      deleted_at: null,
      privacy_messages: "everyone",
    });
  });

  it("beside an image neither make it the main one nor another's", async () => {
    const [one, victim] = await signedInMembers(kampus, 2);
    const images = testImages(kampus);
    const main = await images.add(one);
    const bytes = await plainImage().png().toBuffer();
    const fields = [
      ["user_id", String(victim.id)],
      ["is_main", "true"],
    ] as const;
    const answer = await images.send(
      multipartOf(...fields.map(([name, value]): [string, string] => [name, value]), [
        "image",
        bytes,
        "photo.png",
      ]),
      one,
    );
    expect(answer.statusCode).toBe(201);
    expect((await images.list(one)).data.filter(({ is_main }) => is_main)).toMatchObject([
      { id: main.id },
    ]);
    expect((await images.list(victim)).data).toEqual([]);
  });
});

describe("the OpenAPI document", () => {
  it("allows no field in an answer that it does not name", async () => {
    const { paths, components } = (await kampus.get("/api/openapi.json")).json<{
      paths: Record<string, Record<string, { responses: Record<string, object> }>>;
      components: { schemas: Record<string, object> };
    }>();
    const answers = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ responses }) => responses),
    );
    const objects: object[] = [];
    const named = Object.entries(components.schemas).filter(([name]) => !name.endsWith("Input"));
    JSON.parse(JSON.stringify([answers, named]), (_key, value: unknown) => {
      if (typeof value === "object" && value !== null && "properties" in value) objects.push(value);
      return value;
    });
    expect(objects.length).toBeGreaterThan(50);
    for (const object of objects)
      if ("type" in object) expect(object).toMatchObject({ additionalProperties: false });
  });
});
