import { describe, expect, it } from "vitest";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { downloadArchive, readZipFiles } from "#server/testing/data/read-zip.ts";
import { testImages } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const images = testImages(kampus);

describe("the archive of a member", () => {
  it("holds every image as it is stored and names the main one, and holds no image of others", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    const [first, second] = [await images.add(member), await images.add(member)];
    const { id: othersId } = await images.add(other);
    const files = readZipFiles(await downloadArchive(kampus, member));
    expect(JSON.parse(files.get("images.json")?.toString() ?? "")).toMatchObject([
      { id: first.id, file: `images/${first.id}.webp`, width: 40, height: 30, is_main: true },
      { id: second.id, file: `images/${second.id}.webp`, is_main: false },
    ]);
    for (const image of [first, second])
      expect(files.get(`images/${image.id}.webp`)).toEqual(await images.stored(image));
    expect(files.has(`images/${othersId}.webp`)).toBe(false);
  });
});

describe("a purged member", () => {
  it("leaves no image, neither its row nor its files, and those of others stay", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    const added = [await images.add(member), await images.add(member)];
    const kept = await images.add(other);
    await kampus.purge(member);
    const rows = await kampus.db
      .selectFrom("images")
      .select(["id", "user_id"])
      .where("user_id", "in", [member.id, other.id])
      .execute();
    expect(rows).toEqual([{ id: kept.id, user_id: other.id }]);
    expect((await kampus.rowOf(member)).main_image_id).toBeNull();
    await kampus.app.sweepFiles();
    for (const image of added)
      for (const file of ["full.webp", "grid.webp", "avatar-192.webp"])
        expect(await images.stored(image, file)).toBeNull();
    expect(await images.stored(kept)).not.toBeNull();
  });
});
