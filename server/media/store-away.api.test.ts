import { existsSync, mkdirSync, renameSync, rmdirSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { downloadArchive, readZip } from "#server/testing/data/read-zip.ts";
import { testImages } from "#server/testing/data/test-images.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMedia } from "#server/testing/data/test-media.ts";

const kampus = kampusForFile();
const media = testMedia(kampus);
let member: SignedInMember;
beforeEach(async () => {
  member = await oneMember(kampus);
});

const folder = () => path.join(kampus.env.varDir, "media");
const elsewhere = () => `${folder()}-elsewhere`;
const takeAway = () => {
  renameSync(folder(), elsewhere());
};
const bringBack = () => {
  if (existsSync(folder())) rmdirSync(folder());
  renameSync(elsewhere(), folder());
};
afterEach(() => {
  if (existsSync(elsewhere())) bringBack();
});

describe.each([
  ["moved", () => undefined],
  ["not mounted, its place empty", () => mkdirSync(folder())],
])("while the folder of the store is %s", (_title, leave) => {
  const away = () => {
    takeAway();
    leave();
  };

  it("files and uploads answer 503, and nothing is stored in its place", async () => {
    const { url } = await media.add(member);
    const was = () => existsSync(path.join(folder(), "media"));
    away();
    const found = await kampus.get(url);
    expect([found.statusCode, found.headers["cache-control"]]).toEqual([503, "no-store"]);
    const answer = await media.upload(member, "notes");
    expect([answer.statusCode, answer.headers["retry-after"], was()]).toEqual([503, "10", false]);
    expect((await media.list(member)).data).toHaveLength(1);
    bringBack();
    expect((await kampus.get(url)).statusCode).toBe(200);
  });

  it("deleted files are removed once it is back", async () => {
    const { id, url } = await media.add(member);
    away();
    expect((await media.delete(member, id)).statusCode).toBe(200);
    const key = url.split("/").slice(-3, -1).join("/");
    expect(await media.unclaimed()).toContain(key);
    bringBack();
    await kampus.db
      .updateTable("unclaimed_files")
      .set({ tried_at: sql<Date>`now() - interval '10 minutes'` })
      .where("removing", "=", true)
      .execute();
    expect([await media.unclaimed(), await media.stored(url)]).toEqual([[], null]);
  });

  it("the archive of a member contains everything else, and lists the missing files", async () => {
    const image = await testImages(kampus).add(member);
    const { id, name } = await media.add(member);
    const take = async () => readZip(await downloadArchive(kampus, member));
    const missing = [`images/${image.id}.webp`, `media/${id}-${name}`];
    away();
    const files = await take();
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(["account.json", "images.json", "media.json"]),
    );
    expect([...files.keys()].filter((file) => missing.includes(file))).toEqual([]);
    expect(JSON.parse(files.get("missing-files.json") ?? "")).toEqual(missing);
    bringBack();
    const names = [...(await take()).keys()];
    expect(names).toEqual(expect.arrayContaining(missing));
    expect(names).not.toContain("missing-files.json");
  });
});
