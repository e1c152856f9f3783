// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { routes } from "#lib/routes.ts";

const links = (
  <>
    <RouteLink route={routes.home()}>Главная</RouteLink>
    <RouteLink route={routes.catalogue()}>Институты</RouteLink>
    <RouteLink route={routes.login()}>Войти</RouteLink>
    <RouteLink route={routes.profile()}>Профиль</RouteLink>
  </>
);
const address = (name: string) => screen.getByText(name).getAttribute("href");

it("a link leads from the root domain to the host of the site for its account screens, and stays for the home page", () => {
  renderWithProviders(links, { surface: "site", rootDomain: window.location.hostname });
  expect([address("Главная"), address("Институты")]).toEqual(["/ru", "/ru#catalogue"]);
  expect(address("Войти")).toBe("http://site.site.kampus.localhost/ru/login");
  expect(address("Профиль")).toBe("http://profile.site.kampus.localhost/ru");
});

it("a link stays on the host of the surface, where that is not the root domain", () => {
  renderWithProviders(links, { surface: "site" });
  expect([address("Главная"), address("Войти")]).toEqual(["/ru", "/ru/login"]);
});
