import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ComingBlock } from "#components/home/coming-block.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { Coming } from "#lib/home/schema.ts";

const timeZone = "Asia/Tashkent";
const year = Number(new Date().toLocaleDateString("en", { year: "numeric", timeZone }));
const event = (id: number, start: string, news: "changed" | null): Coming => ({
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
