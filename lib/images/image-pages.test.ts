import { describe, expect, it } from "vitest";
import { eachOnce } from "#lib/api/map-rows.ts";
import { withImage, withMain, withoutImage } from "#lib/images/image-pages.ts";
import type { ProfileImage } from "#lib/images/schema.ts";
import { imageSample, pagesOf } from "#lib/testing/image-samples.ts";

const ids = (images: readonly ProfileImage[]) => images.map(({ id }) => id);
const mainOf = (images: readonly ProfileImage[]) => ids(images.filter((image) => image.is_main));

describe("the loaded pages of images", () => {
  it("show an image once although it moved to the next page meanwhile", () => {
    const { pages } = pagesOf([imageSample(3), imageSample(2)], [imageSample(2), imageSample(1)]);
    expect(ids(eachOnce(pages))).toEqual([3, 2, 1]);
  });

  it("begin with an image that was just uploaded, and count it", () => {
    const list = withImage(pagesOf([imageSample(2)], [imageSample(1)]), imageSample(3));
    expect(ids(eachOnce(list?.pages ?? []))).toEqual([3, 2, 1]);
    expect(list?.pages[1]?.meta.total).toBe(3);
  });

  it("add an image once, however often its upload is reported", () => {
    const list = withImage(pagesOf([imageSample(3)]), imageSample(3));
    expect(list?.pages[0]?.meta.total).toBe(1);
  });

  it("drop a deleted image and count one less", () => {
    const list = withoutImage(pagesOf([imageSample(2)], [imageSample(1)]), 2);
    expect(ids(eachOnce(list?.pages ?? []))).toEqual([1]);
    expect(list?.pages[0]?.meta.total).toBe(1);
  });

  it("have one main image", () => {
    const list = withMain(pagesOf([imageSample(2, true)], [imageSample(1)]), 1);
    expect(mainOf(eachOnce(list.pages))).toEqual([1]);
    const grown = withImage(list, imageSample(3, true));
    expect(mainOf(eachOnce(grown?.pages ?? []))).toEqual([3]);
  });
});
