import { describe, expect, it } from "vitest";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { statuses } from "#server/testing/limited-kampus.ts";
import { plainImage, testImages } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const images = testImages(kampus);

const addSeveral = async (member: SignedInMember, count: number) =>
  Promise.all(Array.from({ length: count }, () => images.add(member)));

describe("images that change all at once", () => {
  it("are all stored when 20 are uploaded, and one of them is the main one", async () => {
    const member = await oneMember(kampus);
    const photo = await plainImage(800, 600).jpeg().toBuffer();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => images.upload(member, photo)),
    );
    expect(statuses(answers)).toEqual(Array(20).fill(201));
    const pages = [await images.list(member), await images.list(member, 2)];
    const all = pages.flatMap(({ data }) => data);
    expect(all.filter(({ is_main }) => is_main)).toHaveLength(1);
    const stored = await Promise.all(all.map((image) => images.stored(image)));
    expect(stored.map((file) => (file?.length ?? 0) > 100)).toEqual(Array(20).fill(true));
    expect(await kampus.db.selectFrom("unclaimed_files").selectAll().execute()).toEqual([]);
  });

  it("always leave one main image among them, unless none is left", async () => {
    const member = await oneMember(kampus);
    for (let round = 0; round < 4; round += 1) {
      const [one, two, three] = await addSeveral(member, 3);
      if (!one || !two || !three) throw new Error("three were added");
      const answers = await Promise.all([
        images.setMain(member, two.id),
        images.delete(member, one.id),
        images.setMain(member, three.id),
        images.delete(member, two.id),
        images.setMain(member, one.id),
        images.upload(member, await plainImage().png().toBuffer()),
      ]);
      for (const { statusCode } of answers) expect([200, 201, 404]).toContain(statusCode);
      const { data } = await images.list(member);
      expect(data.filter(({ is_main }) => is_main)).toHaveLength(1);
      const ended = await Promise.all(data.map(({ id }) => images.delete(member, id)));
      expect(statuses(ended)).toEqual(data.map(() => 200));
    }
    const user = await kampus.get("/api/en/user", { token: member.token });
    expect(user.json()).toMatchObject({ data: { image: null } });
  });

  it("are deleted once each, and their files with them", async () => {
    const member = await oneMember(kampus);
    const added = await addSeveral(member, 3);
    const answers = await Promise.all(
      [...added, ...added].map(({ id }) => images.delete(member, id)),
    );
    expect(statuses(answers).sort()).toEqual([200, 200, 200, 404, 404, 404]);
    for (const image of added)
      for (const file of ["full.webp", "grid.webp", "avatar-48.webp"])
        await expect.poll(() => images.stored(image, file)).toBeNull();
    await expect
      .poll(() => kampus.db.selectFrom("unclaimed_files").selectAll().execute())
      .toEqual([]);
  });
});
