import { expect, it } from "vitest";
import { normalized } from "#lib/validation/normalized.ts";

const acute = "\u0301";
const dotBelow = "\u0323";

it("equal characters come out equal, however they were composed", () => {
  expect(normalized("и\u0306", "NFC")).toBe("й");
  expect(normalized(`a${acute}${dotBelow}`, "NFC")).toBe(normalized(`a${dotBelow}${acute}`, "NFC"));
  expect(normalized("№ 5", "NFKC")).toBe("No 5");
});

it("a run of a hundred thousand combining marks is normalised without sorting it whole", () => {
  const half = 50_000;
  const marks = normalized(`a${acute.repeat(half)}${dotBelow.repeat(half)}`, "NFD");
  expect(marks.replaceAll("\u034F", "")).toHaveLength(1 + 2 * half);
  expect(marks).not.toMatch(/[\u0301\u0323]{31}/);
});
