import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { type Breadcrumb, Breadcrumbs } from "#components/layout/breadcrumbs.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { routes } from "#lib/routes.ts";

const items: Breadcrumb[] = [
  { title: "Главная", link: routes.login(), isMain: true },
  { title: "Университет", link: routes.category("site", { establishment: "1" }) },
  { title: "Ташкент", link: routes.category("site", { region: "27" }), isCurrentPage: true },
];

beforeEach(() => window.history.replaceState(null, "", "/ru?region=27"));

describe("the trail of breadcrumbs", () => {
  it("links to all pages above, the main item to the root site, and names the current page", () => {
    renderWithProviders(<Breadcrumbs items={items} />, { surface: "site" });
    expect(screen.getByRole("navigation", { name: "Вы здесь" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Главная" })).toHaveAttribute("href", "/ru");
    expect(screen.getByRole("link", { name: "Университет" })).toHaveAttribute(
      "href",
      "/ru?establishment=1",
    );
    expect(screen.getByText("Ташкент").parentElement).toHaveAttribute("aria-current", "page");
    expect(screen.queryByRole("link", { name: "Ташкент" })).not.toBeInTheDocument();
  });

  it("unfolds the middle, and moves the focus there", async () => {
    renderWithProviders(<Breadcrumbs items={items} />, { surface: "site" });
    await userEvent.click(screen.getByRole("button", { name: "Показать весь путь" }));
    expect(screen.getByRole("link", { name: "Университет" })).toHaveFocus();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it("folds nothing where there is no middle", () => {
    renderWithProviders(<Breadcrumbs items={items.slice(1)} />, { surface: "site" });
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });
});
