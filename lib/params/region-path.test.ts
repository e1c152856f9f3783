import { expect, it } from "vitest";
import { withRegion } from "#lib/params/region-path.ts";

const tashkent = { id: 1726, name: "Ташкент" };
const yunusabad = { id: 1726266, name: "Юнусабадский район" };
const bukhara = { id: 1706, name: "Бухарская область" };

it("choosing or clearing a region clears the regions below it", () => {
  const path = [tashkent, yunusabad];
  expect(withRegion(path, 0, bukhara)).toEqual([bukhara]);
  expect(withRegion(path, 0, null)).toEqual([]);
  expect(withRegion(path, 1, null)).toEqual([tashkent]);
  expect(withRegion([tashkent], 1, yunusabad)).toEqual(path);
});
