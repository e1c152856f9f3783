import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PeopleSearch } from "#components/people/people-search.tsx";
import { answerPeople, found, technicalUniversity } from "#components/testing/answer-people.ts";
import { renderWithProviders } from "#components/testing/render.tsx";

const karimov = found(1, "Каримов Алишер Бахтиёрович");
const kim = found(2, "Ким Елена Сергеевна", {
  education: { object: technicalUniversity, start: 2005, end: 2009 },
  job: { position: { id: 31, name: "Инженер" }, company: "Узбектелеком", start: 2010, end: null },
});
const users = "/api/ru/users";
let server: ReturnType<typeof answerPeople>;

const show = (address = "") => {
  window.history.replaceState(null, "", `/ru/friends/find${address}`);
  renderWithProviders(
    <PeopleSearch
      suggestions={<p>Возможно, вы знакомы</p>}
      renderActions={(person) => <button>{`${person.status} ${person.id}`}</button>}
    />,
  );
};
const field = () => screen.getByRole("searchbox", { name: "Имя или фамилия" });
const list = () => screen.findByRole("list", { name: "Найденные люди" });
const rows = async () => within(await list()).getAllByRole("listitem");
const names = async () => (await list()).textContent;
const chips = () =>
  within(screen.getByRole("list", { name: "Выбранные фильтры" }))
    .getAllByRole("button")
    .map((chip) => chip.textContent);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const asked = (path: string) => server.asked.filter((call) => call.startsWith(path));

beforeEach(() => {
  server = answerPeople({ [users]: [karimov, kim], [`${users}?q=ким`]: [kim] });
});

describe("the search by name", () => {
  it("shows suggestions and everybody before a word is typed, each with the possible actions", async () => {
    show();
    expect(await rows()).toHaveLength(2);
    expect(screen.getByRole("button", { name: "none 2" })).toBeVisible();
    const link = screen.getByRole("link", { name: "Ким Елена Сергеевна" });
    expect(link).toHaveAttribute("href", "/ru/users/2");
    expect(screen.getByText("Возможно, вы знакомы")).toBeVisible();
    const everybody = screen.getByRole("region", { name: "Все участники" });
    expect(within(everybody).getByRole("heading", { name: "Все участники" })).toBeVisible();
    expect(within(everybody).queryByText("Возможно, вы знакомы")).not.toBeInTheDocument();
  });

  it("requests once the typing pauses, keeps the words in the address, and adds no history entries", async () => {
    show();
    await list();
    const steps = window.history.length;
    await userEvent.type(field(), "ким");
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(asked(users)).toEqual([users, `${users}?q=ким`]);
    expect(new URL(window.location.href).searchParams.get("q")).toBe("ким");
    expect(window.history.length).toBe(steps);
    expect(screen.queryByText("Возможно, вы знакомы")).not.toBeInTheDocument();
  });

  it("starts with the words in the address, and marks them in the names", async () => {
    show("?q=ким");
    expect(await screen.findByText("Ким", { selector: "mark" })).toBeVisible();
    expect(field()).toHaveValue("ким");
    expect(asked(users)).toEqual([`${users}?q=ким`]);
  });

  it("keeps the former results while other words are searched, and never shows a late answer to former words", async () => {
    const former = Promise.withResolvers();
    server.answers[`${users}?q=к`] = former.promise;
    show();
    await list();
    await userEvent.type(field(), "к");
    await waitFor(() => expect(asked(users)).toContain(`${users}?q=к`));
    expect(await rows()).toHaveLength(2);
    expect(await list()).toHaveAttribute("aria-busy", "true");
    await userEvent.type(field(), "им");
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    await act(async () => former.resolve([karimov, kim]));
    expect(await rows()).toHaveLength(1);
  });

  it("says that nobody was found, with the words", async () => {
    show();
    await userEvent.type(field(), "никто");
    expect(await screen.findByText(/По запросу «никто» никого не нашлось/)).toBeVisible();
  });

  it("shows why the search failed, and retries", async () => {
    server.answers[users] = new TypeError("Failed to fetch");
    show();
    const retry = await screen.findByRole("button", { name: "Повторить" });
    server.answers[users] = [karimov, kim];
    await userEvent.click(retry);
    expect(await rows()).toHaveLength(2);
  });

  it("shows nobody found for former words during a retry", async () => {
    server.answers[`${users}?q=ким`] = new TypeError("Failed to fetch");
    show();
    await list();
    await userEvent.type(field(), "ким");
    const retry = await screen.findByRole("button", { name: "Повторить" });
    server.answers[`${users}?q=ким`] = new Promise(() => undefined);
    await userEvent.click(retry);
    expect(retry).toHaveAttribute("aria-busy", "true");
    expect(screen.queryByRole("list", { name: "Найденные люди" })).not.toBeInTheDocument();
  });
});

describe("the reason why a person was found", () => {
  it("is where they studied and work, with the filters' matches first", async () => {
    server.answers[`${users}?sphere_id=3`] = [kim];
    show("?sphere_id=3");
    expect(await names()).toMatch(/Инженер, Узбектелеком.*ТашГТУ, 2005–2009/);
  });
});

describe("filters", () => {
  const query = "region_id=11&object_id=1&sphere_id=3&position_id=31&start=2005&end=2009";

  it("of the address are applied, and named in chips", async () => {
    server.answers[`${users}?${query}&q=ким`] = [kim];
    show(`?q=ким&${query}`);
    await waitFor(() => expect(chips()).toEqual(["Каган", "ТашГТУ", "2005–2009", "ИТ", "Инженер"]));
    expect(await names()).toContain("Ким Елена Сергеевна");
  });

  it("that name no institution say so", async () => {
    const gone = { message: "Не найдено", code: "not_found" };
    server.answers["/api/ru/objects/999999"] = Response.json(gone, { status: 404 });
    show("?object_id=999999");
    await waitFor(() => expect(chips()).toEqual(["Заведение не найдено"]));
  });

  it("are removed one by one while the focus stays in the search; Back restores each", async () => {
    show("?q=ким&object_id=1&start=2005&end=2009");
    await waitFor(() => expect(chips()).toEqual(["ТашГТУ", "2005–2009"]));
    await press("Убрать: 2005–2009");
    expect(new URL(window.location.href).search).toBe(
      `?${new URLSearchParams({ object_id: "1", q: "ким" })}`,
    );
    expect(chips()).toEqual(["ТашГТУ"]);
    expect(screen.getByRole("search", { name: "Поиск людей" })).toHaveFocus();
    act(() => window.history.back());
    await waitFor(() => expect(chips()).toEqual(["ТашГТУ", "2005–2009"]));
  });

  it("that find nobody say so, and are removed at once while the words stay", async () => {
    show("?q=ким&object_id=1&sphere_id=3");
    await screen.findByText(/По этим условиям никого не нашлось/);
    await userEvent.click(screen.getAllByRole("button", { name: "Сбросить всё" })[1] ?? field());
    expect(await names()).toContain("Ким");
    expect(field()).toHaveValue("ким");
    expect(screen.queryByRole("list", { name: "Выбранные фильтры" })).not.toBeInTheDocument();
  });

  it(
    "on a phone are chosen in a sheet, and apply once confirmed",
    { timeout: 20_000 },
    async () => {
      const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
      show();
      const steps = window.history.length;
      await user.click(await screen.findByRole("button", { name: "Фильтры" }));
      const sheet = within(await screen.findByRole("dialog", { name: "Фильтры" }));
      expect(sheet.getByLabelText("Должность", { selector: "input" })).toBeDisabled();
      await choose(user, "Сфера работы", "ИТ");
      await choose(user, "Должность", "Инженер");
      await choose(user, "С", "2005");
      expect(window.location.search).toBe("");
      await user.click(sheet.getByRole("button", { name: "Показать" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
      expect(window.location.search).toBe("?sphere_id=3&position_id=31&start=2005");
      expect(screen.getByRole("button", { name: /^Фильтры.*выбрано: 3$/ })).toHaveFocus();
      expect(chips()).toEqual(["с 2005", "ИТ", "Инженер"]);
      // One takes the place of the sheet's entry; that of the last list over the sheet stays ahead, and Forward
      // comes back from it.
      expect(window.history.length).toBe(steps + 2);
      expect(window.history.state).toBeNull();
      act(() => window.history.back());
      await waitFor(() => expect(window.location.search).toBe(""));
      act(() => window.history.forward());
      await waitFor(() => expect(chips()).toEqual(["с 2005", "ИТ", "Инженер"]));
      const moved = vi.fn<() => void>();
      window.addEventListener("popstate", moved);
      act(() => window.history.forward());
      await waitFor(() => expect(moved).toHaveBeenCalledTimes(2));
      window.removeEventListener("popstate", moved);
      expect(window.history.state).toBeNull();
      expect(window.location.search).toBe("?sphere_id=3&position_id=31&start=2005");
    },
  );

  it(
    "on a wide screen stand beside the results, and apply at once",
    { timeout: 20_000 },
    async () => {
      const wide = (media: string) => ({ matches: media.includes("66em") });
      vi.spyOn(window, "matchMedia").mockImplementation(
        (media) => Object.assign(new EventTarget(), wide(media)) as MediaQueryList, // the only field that is read
      );
      const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
      show();
      await choose(user, "Учебное заведение", "ТашГТУ");
      await waitFor(() => expect(chips()).toEqual(["ТашГТУ"]));
      expect(window.location.search).toBe("?object_id=1");
      await waitFor(() => expect(asked(users)).toContain(`${users}?object_id=1`));
    },
  );
});

/** Opens a field and chooses the option of this name. */
async function choose(user: ReturnType<typeof userEvent.setup>, name: string, option: string) {
  const input = await screen.findByLabelText(name, { selector: "input" });
  await user.click(input);
  const options = await waitFor(() => {
    const opened = document.getElementById(input.getAttribute("aria-controls") ?? "");
    if (!opened) throw new Error(`${name} is not open`);
    return opened;
  });
  await user.click(await within(options).findByText(option));
}
