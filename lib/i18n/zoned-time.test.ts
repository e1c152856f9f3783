import { describe, expect, it } from "vitest";
import { eventStartParts, eventTimeText, instantOf, wallTimeOf } from "#lib/i18n/zoned-time.ts";

describe("a clock time", () => {
  it.each([
    ["2026-12-12T18:00", "Asia/Tashkent", "2026-12-12T13:00:00.000Z"],
    ["2026-07-01T09:30", "Europe/Berlin", "2026-07-01T07:30:00.000Z"],
    ["2026-12-01T09:30", "Europe/Berlin", "2026-12-01T08:30:00.000Z"],
    ["2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
    ["2026-12-31T23:45", "Asia/Kathmandu", "2026-12-31T18:00:00.000Z"],
    ["2027-01-01T00:30", "America/St_Johns", "2027-01-01T04:00:00.000Z"],
  ])("%s in %s is the instant %s, and back", (wall, zone, instant) => {
    expect(instantOf(wall, zone)).toBe(instant);
    expect(wallTimeOf(instant, zone)).toBe(wall);
  });

  it("that the clock skips in spring is moved by the skip", () => {
    expect(wallTimeOf(instantOf("2026-03-29T02:30", "Europe/Berlin"), "Europe/Berlin")).toMatch(
      /^2026-03-29T0[13]:30$/,
    );
  });

  it.each(["", "завтра", "2026-13-01T10:00"])("is none of these: %j", (wall) => {
    expect(instantOf(wall, "Asia/Tashkent")).toBe("");
  });
});

describe("the time of an event", () => {
  const start = "2026-12-12T13:00:00.000Z";
  const at = (end: string | null, readerZone: string) =>
    eventTimeText({ start, end, time_zone: "Asia/Tashkent" }, readerZone);

  it("is shown by the event's own clock, with its zone where the reader's clock differs", () => {
    expect(at(null, "Asia/Samarkand")).toBe("12.12.2026, 18:00");
    expect(at(null, "Europe/Moscow")).toBe("12.12.2026, 18:00 GMT+5");
  });

  it("names the day of the end only where it differs", () => {
    expect(at("2026-12-12T16:00:00.000Z", "Asia/Tashkent")).toBe("12.12.2026, 18:00–21:00");
    expect(at("2026-12-13T02:00:00.000Z", "Europe/Moscow")).toBe(
      "12.12.2026, 18:00–13.12.2026, 07:00 GMT+5",
    );
  });

  it.each(["AET", "Europe/Nowhere"])(
    "is shown by the clock of Tashkent in a browser that does not know its zone (%s)",
    (time_zone) => {
      const event = { start, end: null, time_zone };
      expect(eventTimeText(event, "Asia/Tashkent")).toBe("12.12.2026, 18:00");
      expect(eventTimeText(event, "Europe/Moscow")).toBe("12.12.2026, 18:00 GMT+5");
      expect(eventStartParts(event, "Europe/Moscow")).toMatchObject({ time: "18:00 GMT+5" });
    },
  );

  it("comes in parts, with its zone where the reader's clock differs and its year in another year", () => {
    const event = { start: "2020-12-31T20:30:00.000Z", time_zone: "Asia/Tashkent" };
    expect(eventStartParts(event, "Asia/Samarkand")).toEqual({
      day: "01.01",
      year: "2021",
      time: "01:30",
    });
    expect(eventStartParts(event, "Europe/Moscow").time).toBe("01:30 GMT+5");
    const now = { ...event, start: new Date().toISOString() };
    expect(eventStartParts(now, "Asia/Tashkent").year).toBeNull();
  });
});
