import { describe, expect, it } from "vitest";
import { createAddressSigning } from "#server/http/address-signing.ts";

const { sign, readerOf } = createAddressSigning("a key");
const path = "media/00/file";
const reader = { id: 12, epoch: 3 };
const at = (iso: string) => Date.parse(`${iso}Z`);
const queryOf = (text: string) => Object.fromEntries(new URLSearchParams(text));

const morning = at("2026-11-16T00:00:00");
const night = at("2026-11-16T23:59:59.999");
const signed = queryOf(sign(path, reader, morning));

describe("a signed address", () => {
  it("is the same all day, and differs on the next", () => {
    expect(queryOf(sign(path, reader, night))).toEqual(signed);
    expect(sign(path, reader, night + 1)).not.toBe(sign(path, reader, night));
    expect(sign(path, reader, morning - 1)).not.toBe(sign(path, reader, morning));
  });

  it("names its reader, and differs for another reader or another epoch", () => {
    expect(signed).toMatchObject({ reader: "12", epoch: "3" });
    for (const other of [
      { id: 13, epoch: 3 },
      { id: 12, epoch: 4 },
    ])
      expect(queryOf(sign(path, other, morning)).signature).not.toBe(signed.signature);
  });

  it("is valid until the end of the next day, and no longer", () => {
    const end = at("2026-11-18T00:00:00");
    expect(readerOf(path, signed, night)).toEqual({ ...reader, untilMs: end });
    expect(readerOf(path, signed, end - 1)).toEqual({ ...reader, untilMs: end });
    expect(readerOf(path, signed, end)).toBeUndefined();
  });

  const { expires = "", signature = "" } = signed;
  const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  it.each<[string, string, object]>([
    ["of another path", "media/00/thumb.webp", signed],
    ["that says another end", path, { ...signed, expires: String(Number(expires) + 86_400) }],
    ["that says the end otherwise", path, { ...signed, expires: `0${expires}` }],
    ["that names another reader", path, { ...signed, reader: "13" }],
    ["that names the reader otherwise", path, { ...signed, reader: "012" }],
    ["that names another epoch", path, { ...signed, epoch: "4" }],
    ["that was changed", path, { ...signed, signature: flipped }],
    ["cut short", path, { ...signed, signature: signature.slice(1) }],
    ["without a signature", path, { ...signed, signature: undefined }],
    ["without an end", path, { ...signed, expires: undefined }],
    ["without a reader", path, { ...signed, reader: undefined }],
    ["without an epoch", path, { ...signed, epoch: undefined }],
    ["given twice", path, { ...signed, signature: [signature, signature] }],
    ["that is no text", path, { ...signed, signature: "é".repeat(43) }],
    ["without a query", path, {}],
  ])("leads nowhere: one %s", (_title, to, query) => {
    expect(readerOf(to, query, morning)).toBeUndefined();
  });

  it("of another key leads nowhere", () => {
    expect(createAddressSigning("another").readerOf(path, signed, morning)).toBeUndefined();
  });
});
