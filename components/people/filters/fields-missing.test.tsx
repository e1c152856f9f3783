import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type * as filterFields from "#components/people/filters/filter-fields.tsx";
import type * as yearFields from "#components/people/filters/year-fields.tsx";
import { InstitutionMembers } from "#components/people/institution-members.tsx";
import { PeopleSearch } from "#components/people/people-search.tsx";
import { answerPeople, found, personNamed } from "#components/testing/answer-people.ts";
import { renderWithProviders } from "#components/testing/render.tsx";

/** The module that the network loses. */
const lost = vi.hoisted(() => ({ name: "" }));

// An import awaits a module that has `then` as a promise, so throwing there fails the import.
const losable = vi.hoisted(() => (name: string, original: object) => ({
  ...original,
  get then() {
    if (lost.name === name) throw new Error("The network is away");
    return undefined;
  },
}));

vi.mock("#components/people/filters/year-fields.tsx", async (importOriginal) =>
  losable("years", await importOriginal<typeof yearFields>()),
);
vi.mock("#components/people/filters/filter-fields.tsx", async (importOriginal) =>
  losable("filters", await importOriginal<typeof filterFields>()),
);

const members = "/api/ru/objects/1/members";
const years = { speciality: null, start: 2013, end: 2017, is_classmate: true };

beforeEach(() => {
  answerPeople({
    [members]: [{ ...personNamed(2, "Рахимов Жасур"), ...years }],
    "/api/ru/users": [found(2, "Рахимов Жасур")],
  });
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("min-width"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

it.each([
  [
    "the members of an institution stay where its fields of years",
    "years",
    <InstitutionMembers key="years" institutionId={1} renderActions={() => null} />,
  ],
  [
    "the people found stay where the filters beside them",
    "filters",
    <PeopleSearch key="filters" renderActions={() => null} />,
  ],
])("%s cannot be loaded, and the fields come with a retry", async (_, name, screenPart) => {
  lost.name = name;
  window.history.replaceState(null, "", "/ru/friends/find");
  renderWithProviders(screenPart);
  expect(await screen.findByRole("link", { name: "Рахимов Жасур" })).toBeVisible();
  const retry = await screen.findByRole("button", { name: "Повторить" });
  expect(screen.getByRole("link", { name: "Рахимов Жасур" })).toBeVisible();
  lost.name = "";
  await userEvent.click(retry);
  expect(await screen.findByRole("group", { name: "Годы учёбы" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Повторить" })).toBeNull();
});
