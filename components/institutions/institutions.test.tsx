import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Institutions } from "#components/institutions/institutions.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { answerCalls } from "#lib/testing/answer-calls.ts";

const institution = (id: number, name: string) => ({
  id,
  name,
  establishment: { id: 1, name: "Университет" },
  region: { id: 10, name: "Бухара" },
});
const all = [institution(1, "Бухарский университет"), institution(2, "Инновационный университет")];

const asked: URLSearchParams[] = [];
let answer: (query: URLSearchParams) => Promise<Response>;

const show = (filter: { establishmentId?: number; regionId?: number } = {}) =>
  renderWithProviders(<Institutions {...filter} renderIcon={() => null} />, { surface: "site" });
const field = () => screen.getByRole("searchbox", { name: "Название учебного заведения" });
const queries = () => asked.map(String);
const askedLast = () => queries().at(-1);

beforeEach(() => {
  asked.length = 0;
  window.history.replaceState(null, "", "/ru");
  answer = (query) => {
    const data = all.filter(({ name }) => name.toLowerCase().includes(query.get("q") ?? ""));
    return Promise.resolve(Response.json({ data, meta: { next: null } }));
  };
  answerCalls((call) => {
    const query = new URLSearchParams(call.split("?")[1]);
    asked.push(query);
    return answer(query);
  });
});

describe("the list of institutions", () => {
  it("lists the institutions of a kind and a region, each with both and a link to its members", async () => {
    show({ establishmentId: 1, regionId: 10 });
    expect(await screen.findAllByRole("listitem")).toHaveLength(2);
    const link = screen.getByRole("link", { name: "Бухарский университет" });
    expect(link).toHaveAttribute("href", "http://profile.kampus.localhost/ru/objects/1");
    expect(screen.getAllByText("Университет · Бухара")).toHaveLength(2);
    expect(queries()).toEqual(["establishment_id=1&region_id=10"]);
  });

  it("requests once the typing pauses, and keeps the words in the address beside the choice", async () => {
    window.history.replaceState(null, "", "/ru?establishment=1");
    show({ establishmentId: 1 });
    await screen.findAllByRole("listitem");
    await userEvent.type(field(), "иннов");
    await vi.waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
    expect(queries()).toEqual([
      "establishment_id=1",
      `establishment_id=1&${new URLSearchParams({ q: "иннов" })}`,
    ]);
    expect(window.location.search).toBe(`?establishment=1&${new URLSearchParams({ q: "иннов" })}`);
  });

  it("starts with the words in the address, and follows the address to other words", async () => {
    window.history.replaceState(null, "", "/ru?q=бухар");
    show();
    expect(await screen.findAllByRole("listitem")).toHaveLength(1);
    expect(field()).toHaveValue("бухар");
    act(() => window.history.replaceState(null, "", "/ru"));
    expect(field()).toHaveValue("");
    await vi.waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
  });

  it("marks in a name what the words in another script have found", async () => {
    window.history.replaceState(null, "", "/ru?q=buhar");
    answer = () => Promise.resolve(Response.json({ data: all, meta: { next: null } }));
    show();
    const link = await screen.findByRole("link", { name: "Бухарский университет" });
    expect(await within(link).findByText("Бухар", { selector: "mark" })).toBeVisible();
  });

  it("marks the number of a school and its kind, and shows a former name by which it was found", async () => {
    window.history.replaceState(null, "", "/ru?q=110-maktab+ленина");
    const school = { ...institution(3, "Школа № 110"), establishment: { id: 2, name: "Школа" } };
    answer = () => Promise.resolve(Response.json({ data: [school], meta: { next: null } }));
    show();
    expect(await screen.findByText("110", { selector: "mark" })).toBeVisible();
    expect(screen.getByText("Школа", { selector: "mark" })).toBeVisible();
    expect(screen.getByText("ленина", { selector: "mark" }).parentElement).toHaveTextContent(
      "Школа · Бухара · ленина",
    );
  });

  it("does not take the former results for those of words whose results are still loading", async () => {
    show();
    await screen.findAllByRole("listitem");
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = () => promise;
    await userEvent.type(field(), "buhar gos");
    await vi.waitFor(() => expect(askedLast()).toBe("q=buhar+gos"));
    expect(await screen.findAllByText("Бухар", { selector: "mark" })).not.toHaveLength(0);
    expect(screen.queryByText("gos", { selector: "mark" })).not.toBeInTheDocument();
    resolve(Response.json({ data: [all[0]], meta: { next: null } }));
    expect(await screen.findByText("gos", { selector: "mark" })).toBeVisible();
  });

  it("begins with the popular ones, each with its number of members, unless the list is narrowed down", async () => {
    const popular = [{ ...institution(9, "Ташкентский университет"), members: 500 }];
    answerCalls((call) => {
      const [path, query] = call.split("?");
      if (path?.endsWith("/objects/popular"))
        return Response.json({ data: { members: 900, institutions: 3, popular } });
      return answer(new URLSearchParams(query));
    });
    const { unmount } = show();
    const first = await screen.findByRole("list", { name: "Уже здесь" });
    expect(within(first).getByRole("link")).toHaveAccessibleName("Ташкентский университет");
    expect(within(first).getByRole("listitem")).toHaveTextContent("более 500 участников");
    const rest = screen.getByRole("list", { name: "Учебные заведения" });
    expect(first.compareDocumentPosition(rest)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(within(rest).getAllByRole("listitem")).toHaveLength(2);
    await userEvent.type(field(), "иннов");
    await vi.waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
    expect(screen.queryByRole("list", { name: "Уже здесь" })).not.toBeInTheDocument();
    unmount();
    window.history.replaceState(null, "", "/ru");
    show({ regionId: 10 });
    await screen.findAllByRole("listitem");
    expect(screen.queryByRole("list", { name: "Уже здесь" })).not.toBeInTheDocument();
  });

  it("says that nothing was found, with the words", async () => {
    window.history.replaceState(null, "", "/ru?q=оксфорд");
    show();
    expect(await screen.findByText(/По запросу «оксфорд» ничего не нашлось/)).toBeVisible();
  });

  it("shows why the list could not be loaded, and retries", async () => {
    const answering = answer;
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    show();
    const retry = await screen.findByRole("button", { name: "Повторить" });
    answer = answering;
    await userEvent.click(retry);
    expect(await screen.findAllByRole("listitem")).toHaveLength(2);
  });

  it("shows more on request, and reports a failure", async () => {
    answer = (query) =>
      query.has("cursor")
        ? Promise.reject(new TypeError("Failed to fetch"))
        : Promise.resolve(Response.json({ data: all, meta: { next: "abc" } }));
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Показать ещё" }));
    const retry = await screen.findByRole("button", { name: "Повторить" });
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    answer = () =>
      Promise.resolve(Response.json({ data: [institution(3, "Третий")], meta: { next: null } }));
    await userEvent.click(retry);
    expect(await screen.findByRole("heading", { name: "Третий" })).toBeVisible();
    expect(askedLast()).toBe("cursor=abc");
    expect(screen.queryByRole("button", { name: "Показать ещё" })).not.toBeInTheDocument();
  });
});
