/** The operator takes down where a member studied and worked. */
import { expect, it } from "vitest";
import type { Education } from "#lib/periods/education/schema.ts";
import type { Job } from "#lib/periods/jobs/schema.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();
const past = testPast(kampus);
const operator = (...words: string[]) => testOperator(kampus)(...words);

const own = ({ token }: SignedInMember) =>
  Promise.all([
    dataFrom<Education[]>(kampus.get("/api/ru/profile/setting/educations", { token })),
    dataFrom<Job[]>(kampus.get("/api/ru/profile/setting/jobs", { token })),
  ]);

async function memberWithPast() {
  const member = await oneMember(kampus);
  await past.studied(member, 1, [2005, 2014], "Оскорбление");
  await past.studied(member, 2, [2014, 2018]);
  await past.worked(member, "Реклама", [2018, null], 1726280);
  return member;
}

it("educations and jobs are found by their member, and removed by their ids, which stays in the audit", async () => {
  const member = await memberWithPast();
  const [[later, earlier], [job]] = await own(member);
  expect(await operator("educations", String(member.id))).toEqual([
    expect.stringMatching(/^id +years +where and what$/),
    expect.stringMatching(new RegExp(`^${later?.id} +2014–2018 `)),
    expect.stringMatching(new RegExp(`^${earlier?.id} +2005–2014 .*; Оскорбление$`)),
  ]);
  expect(await operator("jobs", String(member.id))).toEqual([
    expect.stringMatching(/^id /),
    expect.stringMatching(new RegExp(`^${job?.id} +2018– +Реклама; `)),
  ]);
  for (const [command, id, one] of [
    ["educations", earlier?.id, "education"],
    ["jobs", job?.id, "job"],
  ] as const) {
    const words = [command, "remove", String(id)];
    expect((await operator(...words, "--dry-run"))[0]).toBe(
      `dry run: Removed ${one} ${id} of member ${member.id}`,
    );
    expect(await operator(...words)).toEqual([`✓ Removed ${one} ${id} of member ${member.id}`]);
    const audit = (await operator("audit", "--limit", "1", "--json")).join("\n");
    expect(JSON.parse(audit)).toMatchObject([
      {
        command: `${command} remove`,
        arguments: [String(id)],
        subjects: [`${one} ${id}`, `member ${member.id}`],
        outcome: "done",
      },
    ]);
    await expect(operator(...words)).rejects.toThrow(`there is no ${one} ${id}`);
  }
  expect(await own(member)).toEqual([[later], []]);
  expect(await operator("jobs", String(member.id))).toEqual([`Member ${member.id} has no jobs`]);
});

it("an education is removed also while its member has closed the account, with which it would come back", async () => {
  const member = await memberWithPast();
  const [[later]] = await own(member);
  await kampus.updateMember(member, { deleted_at: new Date() });
  await operator("educations", "remove", String(later?.id));
  await kampus.updateMember(member, { deleted_at: null });
  const [left] = await own(member);
  expect(left.map(({ start }) => start)).toEqual([2005]);
});
