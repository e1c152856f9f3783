// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { MemberNavigation } from "#components/layout/shell/member-navigation.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";

const show = (path: string) => {
  window.history.replaceState(null, "", path);
  renderWithProviders(<MemberNavigation counts={{ pending: 0, unread: 0 }} />);
};
const current = () =>
  screen
    .getAllByRole("link")
    .filter((link) => link.getAttribute("aria-current") === "page")
    .map(({ textContent }) => textContent);

describe("the navigation of members", () => {
  it("leads to the day, the profile, friends, messages, classes and settings", () => {
    show("/ru");
    expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      ...["Сегодня", "Профиль", "Друзья", "Сообщения", "Мои классы", "Настройки"],
    ]);
    expect(screen.getByRole("link", { name: "Мои классы" })).toHaveAttribute("href", "/ru/classes");
  });

  it.each([
    ["/ru", "Профиль"],
    ["/ru/friends/find", "Друзья"],
    ["/ru/classes", "Мои классы"],
    ["/ru/objects/5/classes/2014", "Мои классы"],
    ["/ru/settings/images", "Настройки"],
  ])("marks the entry of %s", (path, name) => {
    show(path);
    expect(current()).toEqual([name]);
  });

  it("marks none on the page of an institution, which belongs to no entry", () => {
    show("/ru/objects/5");
    expect(current()).toEqual([]);
  });
});
