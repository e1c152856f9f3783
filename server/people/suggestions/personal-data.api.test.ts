import { sql } from "kysely";
import { expect, it } from "vitest";
import { type SignedInMember, twoMembers } from "#server/testing/data/insert-members.ts";
import { readZip } from "#server/testing/data/read-zip.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const dismiss = async ({ token }: SignedInMember, { id }: { id: number }) => {
  const answer = await kampus.delete(`/api/en/users/suggestions/${id}`, { token });
  expect(answer.statusCode).toBe(200);
};

it("the archive of a member contains the suggestions that they dismissed, not who dismissed theirs", async () => {
  const [one, other] = await twoMembers(kampus);
  await dismiss(one, other);
  for (const [member, held] of [
    [one, [{ id: other.id, created_at: expect.any(String) as string }]],
    [other, []],
  ] as const) {
    const { token, password } = member;
    const answer = await kampus.post("/api/en/profile/setting/export", { password }, { token });
    const file = readZip(answer.rawPayload).get("dismissed-suggestions.json");
    expect(JSON.parse(file ?? "null")).toEqual(held);
  }
});

it("no dismissal by or of a purged member is left", async () => {
  const [gone, other] = await twoMembers(kampus);
  await dismiss(gone, other);
  await dismiss(other, gone);
  await kampus.db
    .updateTable("users")
    .set({ deleted_at: sql<Date>`now() - interval '31 days'` })
    .where("id", "=", gone.id)
    .execute();
  expect(await kampus.app.purgeAccounts()).toBe(1);
  const rows = await kampus.db
    .selectFrom("dismissed_suggestions")
    .selectAll()
    .where((eb) => eb.or([eb("user_id", "=", gone.id), eb("dismissed_id", "=", gone.id)]))
    .execute();
  expect(rows).toEqual([]);
});
