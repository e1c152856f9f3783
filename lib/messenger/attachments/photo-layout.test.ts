import { describe, expect, it } from "vitest";
import type { Media } from "#lib/files/schema.ts";
import { photoRows, photosWidth } from "#lib/messenger/attachments/photo-layout.ts";

const photo = (id: number, width: number | null, height: number | null): Media => ({
  id,
  name: `${id}.jpg`,
  mime: "image/jpeg",
  kind: "image",
  size: 1000,
  url: `/files/${id}`,
  thumb_url: null,
  width,
  height,
  created_at: "2025-11-20T12:00:00.000Z",
});
const photos = (count: number) => Array.from({ length: count }, (_, id) => photo(id, 800, 600));

describe("pictures of a message", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])("all have a place, in their order: %i", (count) => {
    const placed = photoRows(photos(count)).flatMap((row) => row.photos);
    expect(placed.map(({ index }) => index)).toEqual(photos(count).map(({ id }) => id));
  });

  it("fill the width of their row, even a row higher than wide", () => {
    for (const row of [...photoRows(photos(5)), ...photoRows([photo(1, 600, 1200)])]) {
      const shares = row.photos.map(({ share }) => share);
      expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1);
    }
  });

  it("reserve room before they are loaded, whatever their shape or if it is unknown", () => {
    for (const one of [photo(1, 9000, 10), photo(1, 10, 9000), photo(1, null, null)]) {
      const [row] = photoRows([one]);
      expect(row?.ratio).toBeGreaterThanOrEqual(0.6);
      expect(row?.ratio).toBeLessThanOrEqual(2.4);
      expect(photosWidth([one])).toBeGreaterThanOrEqual(180);
    }
  });

  it("are not drawn larger than they are, except very small ones", () => {
    expect(photosWidth([photo(1, 250, 250)])).toBe(250);
    expect(photosWidth([photo(1, 20, 20)])).toBe(180);
    expect(photosWidth([photo(1, 4000, 3000)])).toBe(400);
    expect(photosWidth([photo(1, 600, 1200)])).toBe(240);
  });
});
