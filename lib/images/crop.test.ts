import { describe, expect, it } from "vitest";
import { cutSizeOf, filling, frameOf, zoomMinOf } from "#lib/images/crop.ts";

const frame = { width: 300, height: 300 };
const shown = { width: 400, height: 300 };
const stage = { frame, shown };

describe("a picture under the frame", () => {
  it("cannot be moved so far that a part of the frame is empty", () => {
    const { shift } = filling(stage, { shift: { x: 500, y: -500 }, turn: 0, zoom: 1 });
    expect(shift.x).toBeCloseTo(50);
    expect(shift.y).toBeCloseTo(0);
  });

  it("can be moved further the more it is enlarged", () => {
    const { shift } = filling(stage, { shift: { x: 500, y: 500 }, turn: 0, zoom: 2 });
    expect(shift.x).toBeCloseTo(250);
    expect(shift.y).toBeCloseTo(150);
  });

  it("lies across after a quarter turn, and can be moved accordingly", () => {
    const { shift, zoom } = filling(stage, { shift: { x: 500, y: 500 }, turn: 90, zoom: 1 });
    expect(zoom).toBeCloseTo(1);
    expect(shift.x).toBeCloseTo(0);
    expect(shift.y).toBeCloseTo(50);
  });

  it("is enlarged as far as a tilt needs to fill the frame", () => {
    expect(zoomMinOf(stage, 45)).toBeCloseTo(Math.SQRT2);
    expect(filling(stage, { shift: { x: 0, y: 0 }, turn: 45, zoom: 1 }).zoom).toBeCloseTo(
      Math.SQRT2,
    );
  });
});

describe("the crop frame", () => {
  it("is the largest of its shape within the margin", () => {
    expect(frameOf({ width: 520, height: 320 }, 1, 10)).toEqual({ width: 300, height: 300 });
    expect(frameOf({ width: 320, height: 520 }, 2, 10)).toEqual({ width: 300, height: 150 });
  });
});

describe("the cropped part", () => {
  it("keeps the resolution of the picture", () => {
    expect(cutSizeOf(stage, 1, 4000)).toEqual({ width: 3000, height: 3000 });
    expect(cutSizeOf(stage, 2, 4000)).toEqual({ width: 1500, height: 1500 });
  });

  it("is no larger than a canvas may be", () => {
    expect(cutSizeOf(stage, 1, 12_000)).toEqual({ width: 4096, height: 4096 });
  });
});
