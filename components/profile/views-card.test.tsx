// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ViewsCard } from "#components/profile/views-card.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";

const days = [
  { date: "2026-11-19", count: 0 },
  { date: "2026-11-20", count: 1200 },
  { date: "2026-11-21", count: 34 },
];

let comeIntoView: () => void;
class Observer implements Partial<IntersectionObserver> {
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    comeIntoView = () => report([{ isIntersecting: true }]);
  }
  observe() {}
  disconnect() {}
}

const fetched = vi.hoisted(() => vi.fn());
vi.mock("#components/profile/views-chart.tsx", () => ({
  // Counts how often the module is loaded.
  ViewsChart: () => {
    fetched();
    return <div data-testid="chart" />;
  },
}));

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal("IntersectionObserver", Observer);
});

const show = (shown: typeof days | undefined, onRetry = () => {}) =>
  renderWithProviders(<ViewsCard days={shown} failure="Нет связи" onRetry={onRetry} />, {
    surface: "site",
  });

describe("the card of profile views", () => {
  it("gives the total and every day in words, for readers who cannot see the chart", () => {
    show(days);
    expect(screen.getByText(/^1.234 за 30 дней$/)).toBeVisible();
    const table = screen.getByRole("table", { name: "Просмотры профиля" });
    const cells = (row: HTMLElement) =>
      ["rowheader", "cell"].map((role) => within(row).getByRole(role).textContent);
    expect(within(table).getAllByRole("row").slice(1).map(cells)).toEqual([
      ["19.11", "0"],
      ["20.11", expect.stringMatching(/^1.200$/)],
      ["21.11", "34"],
    ]);
  });

  it("loads the chart only when its place is about to become visible", async () => {
    show(days);
    expect(fetched).not.toHaveBeenCalled();
    comeIntoView();
    expect(await screen.findByTestId("chart")).toBeVisible();
  });

  it("says that nobody has viewed the profile yet instead of an empty chart", () => {
    show(days.map(({ date }) => ({ date, count: 0 })));
    expect(screen.getByText(/ещё никто не открывал/)).toBeVisible();
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });

  it("shows what went wrong, with a button to retry", async () => {
    const onRetry = vi.fn();
    show(undefined, onRetry);
    expect(screen.getByRole("alert")).toHaveTextContent("Нет связи");
    await userEvent.click(screen.getByRole("button", { name: "Повторить" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
