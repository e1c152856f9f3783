// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { StudyQuestion } from "./study-question.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { noNetwork } from "#lib/testing/answer-calls.ts";
import type { Surface } from "#lib/site/surfaces.ts";

const institution = (id: number, name: string, members: number | null) => ({
  ...{ id, name, members },
  establishment: { id: 2, name: "Школа" },
  region: { id: 10, name: "Ташкент" },
});

function show(data: object[], surface: Surface = "site", network = { isAway: false }) {
  const asked: string[] = [];
  renderWithProviders(<StudyQuestion />, {
    surface,
    answer: (call) => {
      asked.push(call);
      return network.isAway ? Promise.reject(noNetwork) : { body: { data, meta: { next: null } } };
    },
  });
  return asked;
}
beforeEach(() => window.history.replaceState(null, "", "/ru"));

const field = () => screen.getByRole("searchbox", { name: "Где вы учились?" });

describe("the question where a visitor studied", () => {
  it("shows institutions with their number of members while the visitor types, and leads to their pages", async () => {
    const asked = show([
      institution(1, "Школа № 110", 20),
      institution(2, "Школа № 110 Янгиюля", null),
    ]);
    await userEvent.type(field(), "школа 110");
    const links = await screen.findAllByRole("link");
    expect(links.map(({ textContent }) => textContent)).toEqual([
      "Школа № 110Школа · Ташкентболее 20 участников",
      "Школа № 110 ЯнгиюляШкола · Ташкент",
    ]);
    expect(links[0]).toHaveAttribute("href", "http://profile.kampus.localhost/ru/objects/1");
    expect(screen.getByText("Найдено 2 заведения")).toBeInTheDocument();
    expect(asked).toEqual([`GET /objects?${new URLSearchParams({ q: "школа 110" })}`]);
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(links[1]).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    expect(field()).toHaveFocus();
  });

  it("marks in a name what the words in another script have found", async () => {
    show([institution(1, "Школа № 110", 20)]);
    await userEvent.type(field(), "shkola 110");
    expect(await screen.findByText("Школа", { selector: "mark" })).toBeVisible();
    expect(screen.getByText("110", { selector: "mark" })).toBeVisible();
    expect(screen.getByRole("link", { name: /^Школа № 110/ })).toBeVisible();
  });

  it("shows a marked abbreviation by which an institution was found, and marks its place", async () => {
    show([institution(1, "Национальный университет Узбекистана", 20)]);
    await userEvent.type(field(), "нууз ташкент");
    expect(await screen.findByText("нууз", { selector: "mark" })).toBeVisible();
    expect(screen.getByText("Ташкент", { selector: "mark" })).toBeVisible();
    expect(screen.getByRole("link")).toHaveTextContent("Школа · Ташкент · нууз");
  });

  it("says that nothing was found, with the words, and leads to the sign-up, after which they are there to be added", async () => {
    show([]);
    await userEvent.type(field(), "оксфорд");
    expect(await screen.findByText(/По запросу «оксфорд» ничего не нашлось/)).toBeVisible();
    const signUp = screen.getByRole("link", { name: "Зарегистрируйтесь" });
    expect(signUp.parentElement).toHaveTextContent(
      /Нет вашей школы\? Зарегистрируйтесь и добавьте её\.$/,
    );
    const { pathname, searchParams } = new URL(String(signUp.getAttribute("href")), "http://site");
    expect(pathname).toBe("/ru/signup");
    expect(searchParams.get("subdomain")).toBe("profile");
    expect(searchParams.get("path")).toBe(`/welcome?${new URLSearchParams({ q: "оксфорд" })}`);
  });

  it("says that the server is unreachable, and finds what its button asks for again", async () => {
    const network = { isAway: true };
    show([institution(7, "Школа № 110", 20)], "profile", network);
    const before = window.location.pathname;
    await userEvent.type(field(), "школа 110{Enter}");
    expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
    network.isAway = false;
    await userEvent.click(screen.getByRole("button", { name: "Повторить" }));
    expect(await screen.findByRole("link")).toBeVisible();
    expect(field()).toHaveFocus();
    expect(window.location.pathname).toBe(before);
  });

  it("asks again for what has failed when Enter is pressed, and opens the first that it finds", async () => {
    const network = { isAway: true };
    show([institution(7, "Школа № 110", 20)], "profile", network);
    await userEvent.type(field(), "школа 110");
    expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
    network.isAway = false;
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(window.location.pathname).toBe("/ru/objects/7"));
  });

  it("keeps its results open while their text is pressed", async () => {
    show([]);
    await userEvent.type(field(), "оксфорд");
    const words = await screen.findByText(/ничего не нашлось/);
    await userEvent.click(words);
    expect(words).toBeVisible();
  });

  it("opens the first institution as soon as it is found, when Enter is pressed before that", async () => {
    show([institution(7, "Школа № 110", 20)], "profile");
    await userEvent.type(field(), "школа 110{Enter}");
    await waitFor(() => expect(window.location.pathname).toBe("/ru/objects/7"));
  });

  it("opens nothing when other words are typed after Enter", async () => {
    show([institution(7, "Школа № 110", 20)], "profile");
    const before = window.location.pathname;
    await userEvent.type(field(), "школа 110{Enter}1");
    expect(await screen.findByRole("link")).toBeVisible();
    expect(window.location.pathname).toBe(before);
  });

  it("its button opens the first institution, and leads into the field while that is empty", async () => {
    show([institution(7, "Школа № 110", 20)], "profile");
    const find = screen.getByRole("button", { name: "Найти" });
    await userEvent.click(find);
    expect(field()).toHaveFocus();
    await userEvent.type(field(), "школа 110");
    await screen.findByRole("link");
    await userEvent.click(find);
    expect(window.location.pathname).toBe("/ru/objects/7");
  });

  it("its results are closed by Back, which stays on the page, and open again with the next letter", async () => {
    const before = window.location.pathname;
    show([institution(7, "Школа № 110", 20)]);
    await userEvent.type(field(), "школа 11");
    expect(await screen.findByRole("link")).toBeVisible();
    await waitFor(() => expect(window.history.state).toMatchObject({ depth: 1 }));
    window.history.back();
    await waitFor(() => expect(screen.queryByRole("link")).not.toBeInTheDocument());
    expect(field()).toHaveValue("школа 11");
    expect(window.location.pathname).toBe(before);
    await userEvent.type(field(), "0");
    expect(await screen.findByRole("link")).toBeVisible();
  });
});
