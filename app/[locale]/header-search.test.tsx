import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { HeaderSearch } from "#app/[locale]/header-search.tsx";
import { answerPeople, found } from "#components/testing/answer-people.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import { chatOf, messageOf } from "#lib/testing/message-samples.ts";
import { noNetwork } from "#lib/testing/answer-calls.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Search;
const field = () => screen.getByRole("searchbox", { name: t.label });
const results = () => screen.queryByRole("region", { name: t.found });
const result = (name: string) => screen.findByRole("link", { name: new RegExp(name) });

const institution = {
  ...{ id: 5, name: "Лицей имени Азиза", members: null },
  establishment: { id: 2, name: "Лицей" },
  region: { id: 10, name: "Бухара" },
};
const noMessages = () => Response.json({ data: [], meta: { next: null, chats: [] } });

beforeEach(() => {
  window.history.replaceState(null, "", "/ru");
  answerPeople({
    "/api/ru/users?q=азиз": [found(1, "Азизов Алишер"), found(2, "Азизова Мадина")],
    "/messenger/search?q=азиз": noMessages(),
  });
});

/** With a matching media query the search is that of a phone. */
function showOnScreen(isNarrow: boolean) {
  vi.stubGlobal("matchMedia", (media: string) => ({
    ...{ media, matches: isNarrow },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  renderWithProviders(<HeaderSearch />);
}

describe("the search in the header", () => {
  it("leads by the arrow keys from the field to the first result, through the others and back", async () => {
    showOnScreen(false);
    await userEvent.type(field(), "азиз");
    const first = await result("Алишер");
    expect(screen.getByRole("link", { name: t.allPeople })).toBeVisible();
    await userEvent.keyboard("{ArrowDown}");
    expect(first).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    expect(await result("Мадина")).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    expect(field()).toHaveFocus();
  });

  it.each([
    ["the field", ""],
    ["a result", "{ArrowDown}"],
  ])(
    "closes by Escape in %s: the focus is in the field, whose words stay",
    async (_place, keys) => {
      showOnScreen(false);
      await userEvent.type(field(), "азиз");
      await result("Алишер");
      await userEvent.keyboard(`${keys}{Escape}`);
      expect(results()).not.toBeInTheDocument();
      expect(field()).toHaveFocus();
      expect(field()).toHaveValue("азиз");
      await userEvent.keyboard("{ArrowDown}");
      expect(results()).toBeVisible();
    },
  );

  it("marks the number of a school, and shows a marked abbreviation by which it was found", async () => {
    answerPeople({
      "/api/ru/objects?q=110-maktab гдз": [{ ...institution, name: "Школа № 110" }],
      "/messenger/search?q=110-maktab гдз": noMessages(),
    });
    showOnScreen(false);
    await userEvent.type(field(), "110-maktab гдз");
    const link = await result("Школа № 110");
    const marks = [...link.querySelectorAll("mark")].map(({ textContent }) => textContent);
    expect(marks).toEqual(["Школа", "110", "гдз"]);
    expect(link).toHaveTextContent("Лицей · Бухара · гдз");
  });

  it("marks in a message what matched", async () => {
    const message = messageOf(3, { text: "Позови Азиза на встречу" });
    answerPeople({
      "/messenger/search?q=азиз": Response.json({
        data: [message],
        meta: { next: null, chats: [chatOf()] },
      }),
    });
    showOnScreen(false);
    await userEvent.type(field(), "азиз");
    const link = await result("на встречу");
    const marks = [...link.querySelectorAll("mark")].map(({ textContent }) => textContent);
    expect(marks).toEqual(["Азиз"]);
  });

  it("announces how many results it shows", async () => {
    showOnScreen(false);
    await userEvent.type(field(), "азиз");
    expect(await screen.findByText("Показано 2 результата")).toHaveAttribute("role", "status");
  });

  it("says that a part of it failed below what was found, counts nothing meanwhile, and asks for that part again", async () => {
    const people = "/api/ru/users?q=азиз";
    const { answers, asked } = answerPeople({
      [people]: noNetwork,
      "/api/ru/objects?q=азиз": [institution],
      "/messenger/search?q=азиз": noMessages(),
    });
    showOnScreen(false);
    await userEvent.type(field(), "азиз");
    expect(await result(institution.name)).toBeVisible();
    expect(await screen.findByRole("alert")).toHaveTextContent(messages.Problem.offline);
    expect(screen.queryByText(/^Показан/)).not.toBeInTheDocument();
    asked.length = 0;
    answers[people] = [found(1, "Азизов Алишер")];
    await userEvent.click(screen.getByRole("button", { name: messages.Layout.retry }));
    expect(await result("Алишер")).toBeVisible();
    expect(asked).toEqual([people]);
    expect(await screen.findByText("Показано 2 результата")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("keeps the focus on the retry of a search that failed, and is closed by Escape from what it then finds", async () => {
    const later = Promise.withResolvers();
    const server = answerPeople({
      "/api/ru/users?q=азиз": noNetwork,
      "/api/ru/objects?q=азиз": noNetwork,
      "/messenger/search?q=азиз": noNetwork,
    });
    showOnScreen(false);
    await userEvent.type(field(), "азиз");
    const retry = await screen.findByRole("button", { name: "Повторить" });
    server.answers["/api/ru/users?q=азиз"] = later.promise;
    server.answers["/api/ru/objects?q=азиз"] = [];
    server.answers["/messenger/search?q=азиз"] = noMessages();
    await userEvent.click(retry);
    expect(screen.getByRole("button", { name: "Повторить" })).toHaveFocus();
    later.resolve([found(1, "Азизов Алишер")]);
    expect(await result("Алишер")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Повторить" })).toBeNull());
    await userEvent.keyboard("{Escape}");
    expect(results()).not.toBeInTheDocument();
  });

  it("stays open while the text of a result is pressed", async () => {
    showOnScreen(false);
    await userEvent.type(field(), "азиз");
    await result("Мадина");
    await userEvent.click(screen.getByRole("heading", { name: t.people }));
    expect(results()).toBeVisible();
  });

  it("keeps the focus in the dialog that it is on a phone, until that is closed from any of its controls", async () => {
    showOnScreen(true);
    await userEvent.click(screen.getByRole("button", { name: t.label }));
    const dialog = screen.getByRole("dialog", { name: t.label });
    expect(dialog).toHaveAttribute("aria-modal", "true");
    await userEvent.type(field(), "азиз");
    await result("Мадина");
    await userEvent.tab({ shift: true });
    expect(screen.getByRole("button", { name: t.close })).toHaveFocus();
    await userEvent.tab();
    expect(field()).toHaveFocus();
    await userEvent.tab({ shift: true });
    await userEvent.keyboard("{Escape}");
    expect(dialog).not.toBeInTheDocument();
    await vi.waitFor(() => expect(screen.getByRole("button", { name: t.label })).toHaveFocus());
  });

  it("leaves the whole screen of a phone by Escape, and returns the focus to its button", async () => {
    showOnScreen(true);
    await userEvent.click(screen.getByRole("button", { name: t.label }));
    await userEvent.type(field(), "азиз");
    await result("Алишер");
    await userEvent.keyboard("{ArrowDown}{Escape}");
    expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
    await vi.waitFor(() => expect(screen.getByRole("button", { name: t.label })).toHaveFocus());
  });

  it("leaves the whole screen of a phone by Back, which stays on the page and returns the focus to its button", async () => {
    const address = window.location.href;
    showOnScreen(true);
    await userEvent.click(screen.getByRole("button", { name: t.label }));
    await userEvent.type(field(), "азиз");
    await vi.waitFor(() => expect(window.history.state).toMatchObject({ depth: 1 }));
    window.history.back();
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(window.location.href).toBe(address);
    await vi.waitFor(() => expect(screen.getByRole("button", { name: t.label })).toHaveFocus());
  });
});
