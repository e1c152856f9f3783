import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ComingBlock } from "#components/home/coming-block.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { Coming } from "#lib/home/schema.ts";
import { ownTimeZone } from "#lib/i18n/own-time-zone.ts";

const timeZone = "Asia/Tashkent";
const year = Number(new Date().toLocaleDateString("en", { year: "numeric", timeZone }));
const event = (
  id: number,
  start: string,
  news: "changed" | null,
): Extract<Coming, { kind: "event" }> => ({
  kind: "event",
  id,
  title: `Встреча ${id}`,
  place: "",
  start,
  time_zone: timeZone,
  going: 0,
  my_answer: null,
  object: { id: 1, name: "Школа № 1" },
  key: "2014",
  news,
});

it("the block of what is coming names the year of an event in another year, as only news are so far ahead", () => {
  renderWithProviders(
    <ComingBlock
      coming={[
        event(1, `${year}-06-05T07:00:00.000Z`, null),
        event(2, `${year + 2}-03-12T07:00:00.000Z`, "changed"),
      ]}
    />,
  );
  const [soon, far] = screen.getAllByRole("listitem");
  if (!soon || !far) throw new Error("two are shown");
  expect(within(soon).getByText("05.06")).toBeVisible();
  expect(within(soon).queryByText(String(year))).not.toBeInTheDocument();
  expect(within(far).getByText("12.03")).toBeVisible();
  expect(within(far).getByText(String(year + 2))).toBeVisible();
});

it("names the zone of an event where the reader's clock shows another time, and not where it shows the same", () => {
  const here = event(1, `${year}-06-05T07:00:00.000Z`, null);
  const own = { ...here, time_zone: ownTimeZone() };
  // Whichever zone the test runs in, one of the two is at the other end of the day.
  const isWest = new Date(own.start).getTimezoneOffset() >= 0;
  const far = { ...here, id: 2, time_zone: isWest ? "Etc/GMT-12" : "Etc/GMT+12" };
  renderWithProviders(<ComingBlock coming={[own, far]} />);
  const [near, away] = screen.getAllByRole("listitem");
  if (!near || !away) throw new Error("two are shown");
  expect(within(near).getByText(/^\d\d:\d\d$/)).toBeVisible();
  expect(within(away).getByText(isWest ? /^19:00 GMT\+12$/ : /^19:00 GMT-12$/)).toBeVisible();
});

it("shows an event whose zone the browser does not know, by the clock of Tashkent", () => {
  const start = `${year}-06-05T07:00:00.000Z`;
  renderWithProviders(
    <ComingBlock coming={[{ ...event(1, start, null), time_zone: "Europe/Nowhere" }]} />,
  );
  expect(screen.getByText("05.06")).toBeVisible();
  expect(screen.getByText(/^12:00/)).toBeVisible();
});

it("shows an event to a member whose browser does not know the zone of the device", () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    timeZone: "Etc/Unknown",
  });
  renderWithProviders(<ComingBlock coming={[event(1, `${year}-06-05T07:00:00.000Z`, null)]} />);
  expect(screen.getByText("05.06")).toBeVisible();
  expect(screen.getByText(/^12:00/)).toBeVisible();
});
