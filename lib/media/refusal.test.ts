import { expect, test } from "vitest";
import { sortFiles } from "#lib/media/refusal.ts";
import { mediaBytesMax, pictureBytesMax } from "#lib/files/schema.ts";

const room = { used: 600, quota: 1000 };
const file = (name: string, size: number, type = "text/plain") => ({ name, size, type });

test("files that fit are accepted in their order, until the quota is full", () => {
  const { taken, refused } = sortFiles([file("a", 300), file("b", 200), file("c", 100)], room, 0);
  expect(taken.map(({ name }) => name)).toEqual(["a", "c"]);
  expect(refused).toEqual([
    { name: "b", why: "noRoom", size: 200, left: 100, bytesMax: mediaBytesMax },
  ]);
});

test("uploads under way already count as used", () => {
  expect(sortFiles([file("a", 300)], room, 200).taken).toEqual([]);
});

test("an empty file is refused as empty, even when the quota is full", () => {
  expect(sortFiles([file("a", 0)], { used: 1000, quota: 1000 }, 0).refused).toMatchObject([
    { why: "empty" },
  ]);
});

test("a file larger than the limit is refused as too large", () => {
  expect(sortFiles([file("a", mediaBytesMax + 1)], room, 0).refused).toMatchObject([
    { why: "tooLarge" },
  ]);
});

test("a picture is refused above a smaller size than other files, and the refusal names that size", () => {
  const picture = file("a.jpg", pictureBytesMax + 1, "image/jpeg");
  const { refused, taken } = sortFiles([picture, { ...picture, type: "video/mp4" }], undefined, 0);
  expect(refused).toMatchObject([{ why: "tooLarge", bytesMax: pictureBytesMax }]);
  expect(taken).toHaveLength(1);
});

test("while the quota is unknown, the server decides", () => {
  expect(sortFiles([file("a", mediaBytesMax)], undefined, 0).taken).toHaveLength(1);
});
