/** Educations and jobs of members through the API; what forms need comes from data/. */
import type { EducationInput } from "#lib/periods/education/education-input-schema.ts";
import type { JobInput } from "#lib/periods/jobs/schema.ts";
import { dataFrom } from "#server/testing/answers.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

interface Caller {
  token: string;
}

/** A university in a district of Tashkent. */
export const studies: EducationInput = {
  establishment_id: 1,
  region_id: 1726280,
  object_id: 1,
  speciality: "Математика",
  group: undefined,
  start: 2010,
  end: 2014,
};

/** A teacher in a district of Tashkent. */
export const works: JobInput = {
  sphere_id: 1,
  position_id: 101,
  region_id: 1726280,
  company: "Школа № 110",
  start: 2014,
  end: 2018,
};

/** The calls of one of both; `input` of it is what another may change. */
export function testEntries(
  kampus: TestKampus,
  kind: "educations" | "jobs",
  input: EducationInput | JobInput,
) {
  const path = `/api/en/profile/setting/${kind}`;
  const post = (member: Caller, fields: object = {}) =>
    kampus.post(path, { ...input, ...fields }, member);
  return {
    post,
    put: (member: Caller, id: number | string, fields: object = {}) =>
      kampus.put(`${path}/${id}`, { ...input, ...fields }, member),
    remove: (member: Caller, id: number | string) => kampus.delete(`${path}/${id}`, member),
    edit: (member: Caller, id: number | string, locale = "en") =>
      kampus.get(`/api/${locale}/profile/setting/${kind}/${id}/edit`, member),
    list: (member: Caller, locale = "en") =>
      dataFrom<(Record<string, unknown> & { id: number })[]>(
        kampus.get(`/api/${locale}/profile/setting/${kind}`, member),
      ),
    of: (member: Caller, id: number | string) =>
      kampus.get(`/api/en/user/${id}/profile/${kind}`, member),
    /** Adds one and returns its id. */
    async add(member: Caller, fields: object = {}): Promise<number> {
      return (await dataFrom<{ id: number }>(post(member, fields))).id;
    },
  };
}
