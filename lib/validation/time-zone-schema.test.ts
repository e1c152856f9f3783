import { expect, it } from "vitest";
import { isTimeZone } from "#lib/validation/time-zone-schema.ts";

it.each(["Asia/Tashkent", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "UTC", "GMT", "Zulu"])(
  "takes a zone that every browser knows: %s",
  (name) => {
    expect(isTimeZone(name)).toBe(true);
  },
);

it.each(["AET", "PST", "IST", "SystemV/PST8", "systemv/pst8", "Asia/Atlantis", "+05:00", ""])(
  "refuses a name that other browsers may not know: %j",
  (name) => {
    expect(isTimeZone(name)).toBe(false);
  },
);
