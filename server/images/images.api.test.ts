import { describe, expect, it } from "vitest";
import { faultyFields, nothingFound, statusAndBody } from "#server/testing/answers.ts";
import { insertMembers, oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testImages } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const images = testImages(kampus);

interface Member {
  id: number;
  token: string;
}
const own = "/api/en/profile/setting/images";
const mainOf = async (member: Member) => {
  const { data } = await images.list(member);
  return data.filter(({ is_main }) => is_main).map(({ id }) => id);
};
const pagesOf = (member: Member, other: { id: number }, query: string) =>
  Promise.all([
    kampus.get(`${own}/list${query}`, { token: member.token }),
    kampus.get(`/api/en/user/${other.id}/profile/images${query}`, { token: member.token }),
  ]);
const insertImages = (userId: number, count: number) =>
  kampus.db
    .insertInto("images")
    .values(
      Array.from({ length: count }, (_, index) => ({
        user_id: userId,
        storage_key: `images/inserted-${userId}-${index}`,
        bytes: 1,
        width: 1,
        height: 1,
        placeholder: "data:",
      })),
    )
    .execute();

describe("the images of a member", () => {
  it("are shown newest first, 12 a page, in the same way to the member and to others", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await insertImages(one.id, 25);
    const ids: number[] = [];
    for (const page of [1, 2, 3]) {
      const [seen, toOther] = await Promise.all([
        images.list(one, page),
        kampus.get(`/api/en/user/${one.id}/profile/images?page=${page}`, { token: other.token }),
      ]);
      expect(toOther.json()).toEqual(seen);
      expect(seen.meta).toEqual({ current_page: page, per_page: 12, last_page: 3, total: 25 });
      ids.push(...seen.data.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(25);
    expect(ids).toEqual(ids.toSorted((left, right) => right - left));
    const past = await images.list(one, 4);
    expect(past).toEqual({
      data: [],
      meta: { current_page: 4, per_page: 12, last_page: 3, total: 25 },
    });
  });

  it("are answered as one empty page when there are none", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    for (const answer of await pagesOf(one, other, ""))
      expect(statusAndBody(answer)).toEqual([
        200,
        { data: [], meta: { current_page: 1, per_page: 12, last_page: 1, total: 0 } },
      ]);
  });

  it("are listed by POST as well, the page in the body or the address", async () => {
    const { id, token } = await oneMember(kampus);
    await insertImages(id, 13);
    const bodies = [undefined, {}, { page: 2 }];
    const answers = await Promise.all(
      bodies.map((body) => kampus.post(`${own}/list`, body, { token })),
    );
    const pages = answers.map(
      (answer) => answer.json<{ meta: { current_page: number } }>().meta.current_page,
    );
    expect(pages).toEqual([1, 1, 2]);
    const byAddress = await kampus.post(`${own}/list?page=2`, {}, { token });
    expect(byAddress.json<{ data: unknown[] }>().data).toHaveLength(1);
  });

  it("are refused for a page that is not a number from 1", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    for (const page of ["0", "-1", "1.5", "x", "", "1e9", "99999999"])
      for (const answer of await pagesOf(one, other, `?page=${page}`))
        expect([page, answer.statusCode]).toEqual([page, 422]);
    const body = await kampus.post(`${own}/list`, { page: "2" }, { token: one.token });
    expect(body.statusCode).toBe(422);
  });

  it("are not found where the member is absent, unverified or deleted", async () => {
    const [one, gone] = await signedInMembers(kampus, 2);
    const [unverified] = await insertMembers(kampus, [{ verified: false }]);
    await kampus.updateMember(gone, { deleted_at: new Date() });
    for (const id of [gone.id, unverified.id, 2_147_483_647, 0, "me"]) {
      const answer = await kampus.get(`/api/en/user/${id}/profile/images`, { token: one.token });
      expect(answer.statusCode).toBe(404);
    }
  });
});

describe("an image of another member, or one that does not exist", () => {
  it("can be neither chosen nor deleted: one answer for both", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await images.add(one);
    const { id } = await images.add(other);
    for (const absent of [id, 2_147_483_647])
      for (const answer of [await images.setMain(one, absent), await images.delete(one, absent)])
        expect(statusAndBody(answer)).toEqual(nothingFound);
    expect(await mainOf(other)).toEqual([id]);
    expect(await images.stored((await images.list(other)).data[0] ?? { url: "" })).not.toBeNull();
  });

  it("is refused on the field when its id is not a number", async () => {
    const { token } = await oneMember(kampus);
    for (const body of [{}, { id: "1" }, { id: 0 }, { id: 1.5 }])
      for (const call of ["set/main", "delete"]) {
        const answer = await kampus.post(`${own}/${call}`, body, { token });
        expect([answer.statusCode, faultyFields(answer)]).toEqual([422, ["id"]]);
      }
  });
});
