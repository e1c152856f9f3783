import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { keepsTags } from "#lib/files/keeps-tags.ts";

/** The samples that the server's own removal is tested with. */
const sample = (name: string, type: string) =>
  new File([readFileSync(`server/media/samples/${name}`)], name, { type });

it("a member is warned before sending a video that may keep its places", async () => {
  expect(await keepsTags(sample("fragments.mp4", "video/mp4"))).toBe(true);
  expect(await keepsTags(new File(["no video"], "cut.mp4", { type: "video/mp4" }))).toBe(true);
});

it("a member is told nothing of a video that loses its places, or of other files", async () => {
  expect(await keepsTags(sample("apple.mov", "video/quicktime"))).toBe(false);
  expect(await keepsTags(new File(["notes"], "notes.txt", { type: "text/plain" }))).toBe(false);
});
