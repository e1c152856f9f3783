import { describe, expect, it } from "vitest";
import type { BlockedList } from "#lib/blocks/schema.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

const kampus = kampusForFile();

const block = ({ token }: { token: string }, { id }: { id: number }) =>
  kampus.post(`/api/en/profile/blocks/${id}`, undefined, { token });
const list = async ({ token }: { token: string }, cursor?: string) =>
  (
    await kampus.get("/api/en/profile/blocks", { token, query: cursor ? { cursor } : {} })
  ).json<BlockedList>();
const listed = async (member: SignedInMember) => (await list(member)).data.map(({ id }) => id);

describe("the list of blocked people", () => {
  it("shows name and picture of each, newest first, and nobody with a deleted account", async () => {
    const [one, first, second, deleted] = await signedInMembers(kampus, 4);
    for (const member of [first, second, deleted]) await block(one, member);
    await kampus.updateMember(deleted, { deleted_at: new Date(), last_seen_at: new Date() });
    await kampus.db
      .updateTable("users")
      .set({ last_seen_at: new Date() })
      .where("id", "in", [first.id, second.id])
      .execute();
    expect((await list(one)).data).toEqual(
      [second, first].map(({ id, fullname }) => ({
        id,
        person: { id, fullname, image: null, online: false, last_seen_at: null },
        created_at: expect.stringMatching(/Z$/) as string,
      })),
    );
    expect(await listed(first)).toEqual([]);
  });

  it("shows a person who has blocked in return only as blocked", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const image = await testProfiles(kampus).addImage(other);
    await kampus.updateMember(other, { main_image_id: image });
    await block(one, other);
    const shown = async () => (await list(one)).data[0]?.person;
    expect((await shown())?.image).not.toBeNull();
    await block(other, one);
    expect(await shown()).toEqual({
      id: other.id,
      fullname: "Member",
      image: null,
      online: false,
      last_seen_at: null,
    });
  });

  it("pages, each once even where times are equal, and refuses a forged cursor", async () => {
    const one = await oneMember(kampus);
    const others = await signedInMembers(kampus, 65);
    await kampus.db
      .insertInto("blocks")
      .values(
        others.map(({ id }, index) => ({
          blocker_id: one.id,
          blocked_id: id,
          created_at: new Date(1_700_000_000_000 + Math.floor(index / 2)),
        })),
      )
      .execute();
    const ids: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(one, cursor);
      expect(page.data.length).toBeLessThanOrEqual(30);
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.meta.next;
    }
    expect(ids).toEqual(others.map(({ id }) => id).reverse());
    const forged = await kampus.get("/api/en/profile/blocks", {
      token: one.token,
      query: { cursor: "W10" },
    });
    expect(forged.statusCode).toBe(422);
  });
});
