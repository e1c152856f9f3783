import { describe, expect, it } from "vitest";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { downloadArchive, readZipFiles } from "#server/testing/data/read-zip.ts";
import { plainImage } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { someVideo, testMedia } from "#server/testing/data/test-media.ts";

const kampus = kampusForFile();
const media = testMedia(kampus);

describe("the archive of a member", () => {
  it("holds all media as they are stored, under their names, and a list of them", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    const video = await media.add(member, someVideo, "лето.mp4");
    const image = await media.add(member, await plainImage().png().toBuffer(), "a.png");
    await media.add(other, "чужое");
    const files = readZipFiles(await downloadArchive(kampus, member));
    const names = [video, image].map(({ id, name }) => `media/${id}-${name}`);
    expect([...files.keys()].filter((name) => name.startsWith("media"))).toEqual([
      "media.json",
      ...names,
    ]);
    expect(files.get(names[0] ?? "")).toEqual(someVideo);
    expect(files.get(names[1] ?? "")).toEqual(await media.stored(image.url));
    const list = JSON.parse(files.get("media.json")?.toString() ?? "") as unknown;
    expect(list).toEqual(
      [video, image].map(
        ({ url: _, thumb_url: __, width: ___, height: ____, ...entry }, index) => ({
          ...entry,
          file: names[index],
        }),
      ),
    );
  });
});

describe("a purged member", () => {
  it("leaves no media, neither rows nor files, and those of others stay", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    const gone = await media.add(member, await plainImage().png().toBuffer(), "a.png");
    const kept = await media.add(other);
    await kampus.purge(member);
    expect(await media.unclaimed()).toEqual([]);
    for (const url of [gone.url, gone.thumb_url ?? ""]) expect(await media.stored(url)).toBeNull();
    expect(await media.stored(kept.url)).not.toBeNull();
    const rows = await kampus.db
      .selectFrom("users")
      .leftJoin("media", "media.user_id", "users.id")
      .select(["media.id", "media_bytes"])
      .where("users.id", "=", member.id)
      .execute();
    expect(rows).toEqual([{ id: null, media_bytes: 0 }]);
  });
});
