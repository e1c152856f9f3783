import { describe, expect, it } from "vitest";
import { createAddressSigning } from "#server/address-signing.ts";

const { sign, allowedUntil } = createAddressSigning("a key");
const path = "media/00/file";
const at = (iso: string) => Date.parse(`${iso}Z`);
const queryOf = (text: string) => Object.fromEntries(new URLSearchParams(text));

const monday = at("2026-11-16T00:00:00");
const sunday = at("2026-11-22T23:59:59.999");
const signed = queryOf(sign(path, monday));

describe("a signed address", () => {
  it("is the same from Monday to Sunday, and another from the next Monday on", () => {
    expect(queryOf(sign(path, sunday))).toEqual(signed);
    expect(sign(path, sunday + 1)).not.toBe(sign(path, sunday));
    expect(sign(path, monday - 1)).not.toBe(sign(path, monday));
  });

  it("leads there until the end of the next week, and no longer", () => {
    const end = at("2026-11-30T00:00:00");
    expect(allowedUntil(path, signed, sunday)).toBe(end);
    expect(allowedUntil(path, signed, end - 1)).toBe(end);
    expect(allowedUntil(path, signed, end)).toBeUndefined();
  });

  const { expires = "", signature = "" } = signed;
  const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  it.each<[string, string, object]>([
    ["of another path", "media/00/thumb.webp", signed],
    ["that says another end", path, { signature, expires: String(Number(expires) + 604_800) }],
    ["that says the end otherwise", path, { signature, expires: `0${expires}` }],
    ["that was changed", path, { expires, signature: flipped }],
    ["cut short", path, { expires, signature: signature.slice(1) }],
    ["without a signature", path, { expires }],
    ["without an end", path, { signature }],
    ["given twice", path, { expires, signature: [signature, signature] }],
    ["that is no text", path, { expires, signature: "é".repeat(43) }],
    ["without a query", path, {}],
  ])("leads nowhere: one %s", (_title, to, query) => {
    expect(allowedUntil(to, query, monday)).toBeUndefined();
  });

  it("of another key leads nowhere", () => {
    expect(createAddressSigning("another").allowedUntil(path, signed, monday)).toBeUndefined();
  });
});
