/** What becomes of an institution that a member asked for, where it was there before or others change the catalogue. */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { loadReference } from "#server/reference/load-reference.ts";
import { readReferenceFiles } from "#server/reference/read-reference-files.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { testSchools } from "#server/testing/data/test-schools.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const { institutions, makeSchool } = testSchools(kampus);

async function ask(name: string, member?: { token: string }): Promise<string> {
  const { token } = member ?? (await oneMember(kampus));
  const body = { establishment_id: 1, region_id: 1703, name };
  expect((await kampus.post("/api/ru/objects", body, { token })).statusCode).toBe(202);
  const row = await kampus.db
    .selectFrom("institution_requests")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return String(row.id);
}

it("a request is answered with an institution that is there, and the mail names it beside what was asked for", async () => {
  const member = await kampus.member();
  const id = await ask("Нацуниверситет", member);
  const [line] = await institutions("accept", id, "--institution", "1");
  expect(line).toMatch(/is institution 1;/);
  const mails = await kampus.mails(member.email, 2);
  const mail = mails.find(({ subject }) => subject.startsWith("Учебное заведение уже есть"));
  expect(mail?.text).toContain("«Нацуниверситет»");
  expect(mail?.text).toContain("/ru/objects/1");
  expect(mail?.text).not.toContain("Мы добавили");
});

it("a request is not answered with an institution that was removed", async () => {
  const removed = await makeSchool(await oneMember(kampus));
  await institutions("remove", String(removed));
  const id = await ask("Университет Навои");
  await expect(institutions("accept", id, "--institution", String(removed))).rejects.toThrow(
    `institution ${removed} was removed`,
  );
  expect((await institutions("requests")).join("\n")).toContain("Университет Навои");
});

// The embedded database does one thing after another: there nothing happens at once.
describe.runIf(process.env.TEST_DATABASE_URL)("while institutions are loaded", () => {
  it("a request that is accepted waits, and the load does not remove what was asked for", async () => {
    const id = await ask("Университет Бобура");
    const files = readReferenceFiles();
    const [sphere] = files.spheres;
    if (sphere) sphere.names = { ru: "Другая сфера" };
    // Spheres are stored once the institutions have been read, and before the missing ones are removed.
    const release = await holdOpen(kampus, (trx) =>
      sql`SELECT FROM spheres WHERE id = ${sphere?.id} FOR UPDATE`.execute(trx),
    );
    try {
      const loading = kampus.db.transaction().execute((trx) => loadReference(trx, files));
      await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
      const accepting = institutions("accept", id);
      const waits = expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(2);
      await Promise.race([accepting, waits]);
      await release();
      await Promise.all([loading, accepting]);
    } finally {
      await release();
    }
    const { object_id } = await kampus.db
      .selectFrom("institution_requests")
      .select("object_id")
      .where("id", "=", Number(id))
      .executeTakeFirstOrThrow();
    const list = await kampus.get("/api/ru/objects", { query: { q: "Университет Бобура" } });
    expect(list.json()).toMatchObject({ data: [{ id: object_id }] });
  });
});
