import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { InstitutionMembers } from "#components/people/institution-members.tsx";
import { answerPeople, found, personNamed } from "#components/testing/answer-people.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import { type Route, routes } from "#lib/routes.ts";

const member = (id: number, fullname: string, start: number, more: object = {}) => ({
  ...personNamed(id, fullname),
  ...{ speciality: null, start, end: start + 4, is_classmate: false },
  ...more,
});
const path = "/api/ru/objects/1/members";
const search = (query: string) => `/api/ru/users?${query}&object_id=1`;
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
/** Nothing comes into view by itself, so that further pages are asked for by the button. */
class NothingInView implements Partial<IntersectionObserver> {
  observe = () => undefined;
  disconnect = () => undefined;
}
const group = (name: string) => within(screen.getByRole("region", { name }));

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", NothingInView);
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

  it("finds members by name there, keeps the words beside the years in the address, and shows all again", async () => {
    server.answers[search("start=2005&q=ким")] = [found(4, "Ким Елена Сергеевна")];
    show("?start=2005");
    const bar = await screen.findByRole("search", { name: "Искать здесь" });
    const field = within(bar).getByRole("searchbox", { name: "Имя или фамилия" });
    await userEvent.click(field);
    await userEvent.paste("ким");
    const list = await screen.findByRole("list", { name: "Найденные люди" });
    expect(within(list).getByText("Ким", { selector: "mark" })).toBeVisible();
    expect(screen.getByRole("button", { name: "none 4" })).toBeVisible();
    expect(server.asked.filter((call) => call.startsWith("/api/ru/users"))).toEqual([
      search("start=2005&q=ким"),
    ]);
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
      ...{ start: "2005", q: "ким" },
    });
    expect(screen.getByText("Показан 1 человек")).toHaveAttribute("role", "status");
    await userEvent.keyboard("{Escape}");
    expect(await screen.findByText("За эти годы никого не нашлось.")).toBeVisible();
    expect(field).toHaveFocus();
  });

  it("begins with the words of the address, without the list that these replace", async () => {
    server.answers[search("q=ким")] = [found(4, "Ким Елена Сергеевна")];
    show("?q=ким");
    expect(await screen.findByText("Ким", { selector: "mark" })).toBeVisible();
    expect(server.asked).toEqual([search("q=ким")]);
  });

  it("says that nobody of the name is there, and while years narrow the search, clears these with the focus in the search", async () => {
    show("?start=2005&q=никто");
    await userEvent.click(await screen.findByRole("button", { name: "Сбросить всё" }));
    expect(await screen.findByText(/По запросу «никто» никого не нашлось/)).toBeVisible();
    expect(window.location.search).toBe(`?q=${encodeURIComponent("никто")}`);
    expect(screen.getByRole("search", { name: "Искать здесь" })).toHaveFocus();
  });

  it("shows that the search is under way, why it failed, and further pages after a retry", async () => {
    const first = Promise.withResolvers();
    server.answers[search("q=ким")] = first.promise;
    show("?q=ким");
    expect(await screen.findByRole("status", { name: "Загрузка…" })).toBeVisible();
    await act(async () => first.resolve(new TypeError("Failed to fetch")));
    const retry = await screen.findByRole("button", { name: "Повторить" });
    const page = (people: object[], next: string | null) =>
      Response.json({ data: people, meta: { next } });
    server.answers[search("q=ким")] = page([found(4, "Ким Елена Сергеевна")], "c1");
    server.answers["/api/ru/users?q=ким&object_id=1&cursor=c1"] = page(
      [found(5, "Ким Олег Сергеевич")],
      null,
    );
    await userEvent.click(retry);
    expect(await screen.findByRole("link", { name: "Ким Елена Сергеевна" })).toBeVisible();
    await userEvent.click(await screen.findByRole("button", { name: "Показать ещё" }));
    expect(await screen.findByRole("link", { name: "Ким Олег Сергеевич" })).toBeVisible();
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
