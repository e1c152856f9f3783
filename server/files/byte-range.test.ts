import { describe, expect, it } from "vitest";
import { byteRangeOf } from "#server/files/byte-range.ts";

describe("a Range header for a file of 100 bytes", () => {
  it.each([
    ["bytes=0-0", { start: 0, end: 0 }],
    ["bytes=10-19", { start: 10, end: 19 }],
    ["bytes=90-", { start: 90, end: 99 }],
    ["bytes=90-1000", { start: 90, end: 99 }],
    ["bytes=-10", { start: 90, end: 99 }],
    ["bytes=-1000", { start: 0, end: 99 }],
    ["BYTES=0-1", { start: 0, end: 1 }],
    ["Bytes=-0", "unsatisfiable"],
    ["bytes=0-", { start: 0, end: 99 }],
    [undefined, null],
    ["", null],
    ["items=0-1", null],
    ["bytes=0-1,5-6", null],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=100-200", "unsatisfiable"],
    ["bytes=20-10", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=-", "unsatisfiable"],
    ["bytes=", "unsatisfiable"],
    ["bytes=a-b", "unsatisfiable"],
    ["bytes=1e3-", "unsatisfiable"],
    ["bytes=99999999999999999999-", "unsatisfiable"],
  ])("%j asks for %j", (header, expected) => {
    expect(byteRangeOf(header, 100)).toEqual(expected);
  });
});
