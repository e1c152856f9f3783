// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CompletenessHint } from "#components/profile/completeness-hint.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { Statistics } from "#lib/profile/schema.ts";

const statistics: Statistics = {
  friends: 3,
  images: 0,
  media: 0,
  educations: 1,
  jobs: 0,
  profile_views: 0,
};

beforeEach(() => localStorage.clear());

const show = (memberId: number, changed: Partial<Statistics> = {}, onDismissed = () => {}) =>
  renderWithProviders(
    <CompletenessHint
      memberId={memberId}
      statistics={{ ...statistics, ...changed }}
      onDismissed={onDismissed}
    />,
  );
const hint = () => screen.queryByRole("region", { name: "Дополните профиль" });

describe("the hint of what a profile lacks", () => {
  it("asks only for missing parts, and shows how many exist", () => {
    show(1);
    expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Добавить фото",
      "Указать место работы",
    ]);
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "Заполнено 2 из 4");
  });

  it("disappears when nothing is missing", () => {
    show(1, { images: 1, jobs: 2 });
    expect(hint()).not.toBeInTheDocument();
  });

  it("stays hidden once dismissed, for this member alone, and moves the focus on", async () => {
    const onDismissed = vi.fn();
    const { unmount } = show(2, {}, onDismissed);
    await userEvent.click(screen.getByRole("button", { name: "Скрыть подсказку" }));
    expect(hint()).not.toBeInTheDocument();
    expect(onDismissed).toHaveBeenCalledOnce();
    unmount();
    const again = show(2);
    expect(hint()).not.toBeInTheDocument();
    again.unmount();
    show(3);
    expect(hint()).toBeVisible();
  });

  it("can be dismissed where the browser stores nothing", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("switched off");
    });
    show(4);
    await userEvent.click(screen.getByRole("button", { name: "Скрыть подсказку" }));
    expect(hint()).not.toBeInTheDocument();
  });
});
