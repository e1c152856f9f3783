import { describe, expect, it } from "vitest";
import { testFriendships } from "#server/testing/test-friendships.ts";
import { nothingFound, statusAndBody } from "#server/testing/answers.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const get = (member: SignedInMember, path: string) =>
  kampus.get(`/api/en${path}`, { token: member.token });

const friendship = testFriendships(kampus);

const nothing = { friends: 0, images: 0, media: 0, educations: 0, jobs: 0, profile_views: 0 };

describe("a member's page", () => {
  it("shows another member what everybody may see, and no more", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    expect(statusAndBody(await get(one, `/user/${other.id}`))).toEqual([
      200,
      {
        data: {
          id: other.id,
          fullname: other.fullname,
          image: null,
          online: false,
          last_seen_at: null,
          statistics: nothing,
          status: "none",
          can_write: true,
        },
      },
    ]);
  });

  it("shows the member themselves the status self, and that they cannot write there", async () => {
    const one = await oneMember(kampus);
    expect((await get(one, `/user/${one.id}`)).json()).toMatchObject({
      data: { id: one.id, status: "self", can_write: false },
    });
  });

  it("shows each of two members their own status as the friendship changes", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const seen = async () =>
      Promise.all(
        [get(one, `/user/${other.id}`), get(other, `/user/${one.id}`)].map(async (answer) => {
          const { data } = (await answer).json<{
            data: { status: string; statistics: { friends: number } };
          }>();
          return [data.status, data.statistics.friends];
        }),
      );
    await friendship(one, "add", other.id);
    expect(await seen()).toEqual([
      ["outgoing", 0],
      ["incoming", 0],
    ]);
    await friendship(other, "accept", one.id);
    expect(await seen()).toEqual([
      ["friends", 1],
      ["friends", 1],
    ]);
    await friendship(one, "delete", other.id);
    expect(await seen()).toEqual([
      ["none", 0],
      ["none", 0],
    ]);
  });

  it("is answered with the same 404 for a member who is absent or unverified, and for a text that is no id", async () => {
    const one = await oneMember(kampus);
    const [unverified] = await insertMembers(kampus, [{ verified: false }]);
    const ids = ["2147483647", unverified.id, 0, -1, "1e3", "2147483648", "99999999999", "me"];
    const paths = [...ids, "%00", "1%2F2", "_", "%D9%A1"].flatMap((id) => [
      `/user/${id}`,
      `/user/${id}/statistics`,
    ]);
    for (const answer of await Promise.all(paths.map((path) => get(one, path))))
      expect(statusAndBody(answer)).toEqual(nothingFound);
  });
});
