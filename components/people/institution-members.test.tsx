import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { InstitutionMembers } from "#components/people/institution-members.tsx";
import { answerPeople, personNamed } from "#components/testing/answer-people.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import { type Route, routes } from "#lib/routes.ts";

const member = (id: number, fullname: string, start: number, more: object = {}) => ({
  ...personNamed(id, fullname),
  ...{ speciality: null, start, end: start + 4, is_classmate: false },
  ...more,
});
const path = "/api/ru/objects/1/members";
let server: ReturnType<typeof answerPeople>;

const show = (query = "", classOfOnly: Route | null = null) => {
  window.history.replaceState(null, "", `/ru/objects/1${query}`);
  renderWithProviders(
    <InstitutionMembers
      institutionId={1}
      classOfOnly={classOfOnly}
      renderActions={({ id, status }) => <button>{`${status} ${id}`}</button>}
    />,
  );
};
const group = (name: string) => within(screen.getByRole("region", { name }));

beforeEach(() => {
  server = answerPeople({
    [path]: [
      member(2, "Рахимов Жасур", 2013, { is_classmate: true, speciality: "Физика" }),
      member(3, "Саидов Умид", 2022, { end: null }),
      member(4, "Ким Елена", 2001),
    ],
    [`${path}?start=2005`]: [],
  });
});

describe("the page of an institution's members", () => {
  it("shows classmates first, then the others by the year they began, each with years and subject", async () => {
    show();
    await screen.findAllByRole("listitem");
    expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
      "Учились вместе с вами",
      expect.stringMatching(/^Поступили в 2020–20\d\d годах$/),
      "Поступили в 2000–2009 годах",
    ]);
    const [classmate] = group("Учились вместе с вами").getAllByRole("listitem");
    expect(classmate).toHaveTextContent(/Рахимов Жасур.*2013–2017.*Физика/);
    expect(screen.getByRole("link", { name: "Рахимов Жасур" })).toHaveAttribute(
      "href",
      "/ru/users/2",
    );
    expect(group("Поступили в 2000–2009 годах").getByText("2001–2005")).toBeVisible();
    expect(screen.getByText("с 2022")).toBeVisible();
    expect(screen.getByRole("button", { name: "none 4" })).toBeVisible();
  });

  it("keeps the years in the address, and shows all years again", { timeout: 20_000 }, async () => {
    show();
    await screen.findAllByRole("listitem");
    const from = await screen.findByLabelText("С", { selector: "input" });
    await userEvent.click(from);
    await userEvent.type(from, "2005{Enter}");
    expect(await screen.findByText("За эти годы никого не нашлось.")).toBeVisible();
    expect(window.location.search).toBe("?start=2005");
    await userEvent.click(screen.getByRole("button", { name: "Все годы" }));
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(3));
    expect(window.location.search).toBe("");
  });

  it("tells the only member that they are alone there, and leads to their class, and to others that nobody is there", async () => {
    server.answers[path] = [];
    show();
    expect(await screen.findByText("Пока никто не указал, что учился здесь.")).toBeVisible();
    cleanup();
    show("", routes.class(1, "since-2018"));
    expect(await screen.findByText("Пока здесь только вы.")).toBeVisible();
    const link = screen.getByRole("link", { name: "К моему классу" });
    expect(link).toHaveAttribute("href", "/ru/objects/1/classes/since-2018");
  });

  it("shows why the members could not be loaded, and retries", async () => {
    server.answers[path] = new TypeError("Failed to fetch");
    show();
    const retry = await screen.findByRole("button", { name: "Повторить" });
    server.answers[path] = [member(4, "Ким Елена", 2001)];
    await userEvent.click(retry);
    expect(await screen.findByText("Ким Елена")).toBeVisible();
  });
});
