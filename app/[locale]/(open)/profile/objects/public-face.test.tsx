// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { PublicFace } from "#app/[locale]/(open)/profile/objects/%5F/public-face.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { memberSample } from "#lib/testing/member-samples.ts";
import type { User } from "#lib/auth/schema.ts";
import { routes } from "#lib/routes.ts";

const school = {
  id: 7,
  name: "Школа № 110",
  establishment: { id: 2, name: "Школа" },
  region: { id: 5, name: "Чиланзарский район" },
  region_path: [],
};
const failure = { status: 503, body: { message: "Сервер занят", code: "unavailable" } };
let answers: Record<string, { status?: number; body: unknown }>;

beforeEach(() => {
  window.history.replaceState(null, "", "/ru/objects/7");
  answers = {
    "GET /objects/7": { body: { data: school } },
    "GET /objects/7/years": { body: { data: { total: null, years: [] } } },
  };
});

const show = (member: User | null = null) =>
  renderWithProviders(<PublicFace id={7} />, {
    member,
    answer: (call) => answers[call] ?? failure,
  });

it("a visitor reads name, kind, place and rounded numbers by year, and both sign-up and login lead back here", async () => {
  const years = [
    { start: 2022, end: null, total: 5 },
    { start: null, end: 2014, total: 20 },
  ];
  answers["GET /objects/7/years"] = { body: { data: { total: 1000, years } } };
  show();
  expect(await screen.findByRole("heading", { level: 1, name: "Школа № 110" })).toBeVisible();
  expect(screen.getByText(/^Школа.+Чиланзарский район$/)).toBeVisible();
  expect(await screen.findByText(/^Здесь более 1\s000 участников\.$/)).toBeVisible();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Учатся с 2022более 5",
    "Выпуск 2014более 20",
  ]);
  const here = routes.institution(7);
  const linked = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(linked("Найти, с кем учились")).toContain(routes.signup(here).path);
  expect(linked("Войти")).toContain(routes.login(here).path);
});

it("a visitor who follows a link to a study group or an event is led back to just that", async () => {
  window.history.replaceState(null, "", "/ru/objects/7?start=2010#event-5");
  show();
  const signIn = await screen.findByRole("link", { name: "Войти" });
  const here = { surface: "profile" as const, path: "/objects/7?start=2010#event-5" };
  expect(signIn.getAttribute("href")).toContain(routes.login(here).path);
});

it("a school that members have added says so, and one of the catalogue does not", async () => {
  const { unmount } = show();
  await screen.findByRole("heading", { level: 1, name: "Школа № 110" });
  expect(screen.queryByText("Добавили участники")).not.toBeInTheDocument();
  unmount();
  answers["GET /objects/7"] = { body: { data: { ...school, made_by_members: true } } };
  show();
  expect(await screen.findByText("Добавили участники")).toBeVisible();
});

it("a small number of members is not shown, but an invitation to be among the first", async () => {
  show();
  expect(await screen.findByText(/будьте среди первых/)).toBeVisible();
  expect(screen.queryByRole("listitem")).not.toBeInTheDocument();
});

it("an unverified member has one button, to the confirmation", async () => {
  show({ ...memberSample, verified: false });
  const confirm = await screen.findByRole("link", { name: "Подтвердить почту" });
  expect(confirm.getAttribute("href")).toContain(routes.confirmation().path);
  expect(screen.queryByRole("link", { name: "Войти" })).not.toBeInTheDocument();
});

it("a missing institution leads to the list of institutions, not to the people search", async () => {
  answers["GET /objects/7"] = { status: 404, body: { message: "Нет", code: "not_found" } };
  show();
  expect(await screen.findByRole("heading", { name: "Такого заведения нет" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Все учебные заведения" })).toBeVisible();
});

it("numbers that could not be loaded can be retried, while the rest is shown", async () => {
  answers["GET /objects/7/years"] = {
    status: 400,
    body: { message: "Нет связи", code: "malformed" },
  };
  show();
  expect(await screen.findByText("Нет связи")).toBeVisible();
  expect(screen.getByRole("link", { name: "Найти, с кем учились" })).toBeVisible();
  answers["GET /objects/7/years"] = { body: { data: { total: 20, years: [] } } };
  await userEvent.click(screen.getByRole("button", { name: "Повторить" }));
  expect(await screen.findByText("Здесь более 20 участников.")).toBeVisible();
});
