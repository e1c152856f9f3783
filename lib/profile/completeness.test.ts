import { expect, test } from "vitest";
import { completenessOf } from "#lib/profile/completeness.ts";

const nothing = { images: 0, educations: 0, jobs: 0, friends: 0 };

test("a new profile lacks every part, the photo first", () => {
  const { missing, done, total } = completenessOf(nothing);
  expect(missing.map(({ of }) => of)).toEqual(["images", "educations", "jobs", "friends"]);
  expect([done, total]).toEqual([0, 4]);
});

test("an existing part is not asked for, however much of it exists", () => {
  const { missing, done } = completenessOf({ ...nothing, jobs: 7, images: 1 });
  expect(missing.map(({ of }) => of)).toEqual(["educations", "friends"]);
  expect(done).toBe(2);
});

test("a full profile lacks nothing", () => {
  expect(completenessOf({ images: 1, educations: 1, jobs: 1, friends: 1 }).missing).toEqual([]);
});
