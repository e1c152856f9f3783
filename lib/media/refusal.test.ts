import { expect, test } from "vitest";
import { sortFiles } from "#lib/media/refusal.ts";
import { mediaBytesMax, pictureBytesMax } from "#lib/files/schema.ts";

const room = { used: 600, quota: 1000 };
const file = (name: string, size: number, type = "text/plain") => ({ name, size, type });

test("files that fit are taken, in their order, until the room is full", () => {
  const { taken, refused } = sortFiles([file("a", 300), file("b", 200), file("c", 100)], room, 0);
  expect(taken.map(({ name }) => name)).toEqual(["a", "c"]);
  expect(refused).toEqual([
    { name: "b", why: "noRoom", size: 200, left: 100, bytesMax: mediaBytesMax },
  ]);
});

test("what is on its way takes its room already", () => {
  expect(sortFiles([file("a", 300)], room, 200).taken).toEqual([]);
});

test("an empty file is refused as empty, even where there is no room", () => {
  expect(sortFiles([file("a", 0)], { used: 1000, quota: 1000 }, 0).refused).toMatchObject([
    { why: "empty" },
  ]);
});

test("a file larger than any may be is refused as too large", () => {
  expect(sortFiles([file("a", mediaBytesMax + 1)], room, 0).refused).toMatchObject([
    { why: "tooLarge" },
  ]);
});

test("a picture is refused from a smaller size on, and the refusal says which", () => {
  const picture = file("a.jpg", pictureBytesMax + 1, "image/jpeg");
  const { refused, taken } = sortFiles([picture, { ...picture, type: "video/mp4" }], undefined, 0);
  expect(refused).toMatchObject([{ why: "tooLarge", bytesMax: pictureBytesMax }]);
  expect(taken).toHaveLength(1);
});

test("while the room is unknown the server decides about it", () => {
  expect(sortFiles([file("a", mediaBytesMax)], undefined, 0).taken).toHaveLength(1);
});
