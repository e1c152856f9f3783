/** Schools that members make and study at, and that the operator merges. */
import { dataFrom } from "#server/testing/answers.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";

/** A district without a school in the catalogue. */
const district = 1703202;

interface Study {
  group?: string;
  speciality?: string;
  end?: number | null;
}

export const studyInput = (object_id: number, { group, speciality, end = 2010 }: Study = {}) => ({
  establishment_id: 10,
  region_id: district,
  object_id,
  start: 2001,
  end,
  group,
  speciality,
});

export function testSchools(kampus: TestKampus) {
  const institutions = (...words: string[]) => testOperator(kampus)("institutions", ...words);
  const merge = (from: number, into: number) => institutions("merge", String(from), String(into));

  let made = 0;
  async function makeSchool({ token }: SignedInMember): Promise<number> {
    made += 1;
    const body = { establishment_id: 10, region_id: district, name: `Школа № ${made}` };
    return (await dataFrom<{ id: number }>(kampus.post("/api/ru/objects", body, { token }))).id;
  }

  async function study({ token }: SignedInMember, objectId: number, details: Study = {}) {
    const body = studyInput(objectId, details);
    const answer = await kampus.post("/api/ru/profile/setting/educations", body, { token });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.json<{ data: { id: number } }>().data.id;
  }
  const educationsOf = async ({ id }: { id: number }) =>
    kampus.db
      .selectFrom("educations")
      .select(["object_id", "study_group", "speciality", "end_year"])
      .where("user_id", "=", id)
      .orderBy("id")
      .execute();

  /** A member of a class of two schools, which are about to be one. */
  async function memberOfBoth() {
    const member = await oneMember(kampus);
    const [from, into] = [await makeSchool(member), await makeSchool(member)];
    await study(member, from);
    await study(member, into);
    return { member, from, into };
  }
  const classOf = (id: number) => `/api/ru/objects/${id}/classes/2010`;

  return { institutions, merge, makeSchool, study, educationsOf, memberOfBoth, classOf };
}
