import { describe, expect, it } from "vitest";
import { formatDay, formatFileSize, formatTime, percentOf } from "#lib/i18n/format.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { formatShortMoment } from "#lib/i18n/format-date.ts";

const spaces = (text: string) => text.replace(/\s/gu, " ");

describe("file sizes", () => {
  it.each([
    [0, "0 bytes"],
    [1, "1 bytes"],
    [1023, "1 023 bytes"],
    [1024, "1 KB"],
    [1536, "1,5 KB"],
    [1024 ** 2 - 1, "1 MB"],
    [16 * 1024 ** 2, "16 MB"],
    [2.25 * 1024 ** 3, "2,3 GB"],
    [5 * 1024 ** 4, "5 TB"],
    [5 * 1024 ** 5, "5 120 TB"],
  ])("prints %d bytes as %s", (bytes, printed) => {
    expect(spaces(formatFileSize(bytes))).toBe(printed);
  });
});

describe("percent", () => {
  it.each([
    [0, 0, 0],
    [0, 300, 0],
    [299, 300, 99],
    [300, 300, 100],
    [301, 300, 100],
  ])("%d of %d are %d %%", (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent);
  });
});

describe("dates and numbers", () => {
  const date = new Date(2026, 10, 20, 9, 5);

  it("follow the Russian locale", () => {
    expect(spaces(formatNumber(1234.5))).toBe("1 234,5");
    expect(formatTime(date.toISOString())).toBe("09:05");
  });

  it("include the year only when it is not the current one", () => {
    expect(spaces(formatDay(date.toISOString(), date))).toBe("20 ноября");
    expect(spaces(formatDay(date.toISOString(), new Date(2027, 0, 1)))).toBe("20 ноября 2026 г.");
  });

  it("show when something was written as a time today, as a word for yesterday, and as a date before", () => {
    const written = date.toISOString();
    const told = (now: Date) => formatShortMoment(written, "вчера", now);
    expect(told(new Date(2026, 10, 20, 23, 59))).toBe("09:05");
    expect(told(new Date(2026, 10, 21, 0, 1))).toBe("вчера");
    expect(told(new Date(2026, 10, 22))).toBe("20.11");
    expect(told(new Date(2027, 0, 1))).toBe("20.11.2026");
  });
});
