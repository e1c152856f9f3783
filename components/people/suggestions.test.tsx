import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import {
  answerPeople,
  personNamed,
  suggested,
  technicalUniversity,
} from "#components/testing/answer-people.ts";
import { Suggestions } from "#components/people/suggestions.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import messages from "#messages/ru.json" with { type: "json" };

const rahimov = suggested(
  5,
  "Рахимов Жасур",
  { kind: "classmate", object: technicalUniversity, start: 2014, end: 2018 },
  { kind: "colleague", company: "Узбектелеком" },
);
const toshmatova = suggested(6, "Ташматова Гулноза", {
  ...{ kind: "mutual_friends", count: 8 },
  friends: [personNamed(7, "Ким Елена"), personNamed(8, "Саидов Умид")],
});
const path = "/api/ru/users/suggestions";
let server: ReturnType<typeof answerPeople>;

const show = (firstMax = 5) =>
  renderWithProviders(
    <Suggestions
      firstMax={firstMax}
      whenNone={<p>Укажите, где вы учились</p>}
      renderActions={({ id, status }) => <button>{`${status} ${id}`}</button>}
    />,
  );
const rows = () => screen.findAllByRole("listitem");
const dismiss = (name: string) =>
  userEvent.click(screen.getByRole("button", { name: `Не показывать: ${name}` }));

const noteOf = (name: string) =>
  screen.getByRole("listitem", { name: `Больше не показываем: ${name}` });

beforeEach(() => {
  server = answerPeople({ [path]: [rahimov, toshmatova] });
});

describe("suggestions", () => {
  it("show why somebody is suggested, with the mutual friends by name", async () => {
    show();
    const [first, second] = await rows();
    expect(first).toHaveTextContent("Учились вместе, 2014–2018: ТашГТУ");
    expect(first).toHaveTextContent("Работали вместе: Узбектелеком");
    expect(second).toHaveTextContent("8 общих друзей: Ким Елена, Саидов Умид");
    const link = screen.getByRole("link", { name: "Рахимов Жасур" });
    expect(link).toHaveAttribute("href", "/ru/users/5");
    expect(screen.getByRole("button", { name: "none 5" })).toBeVisible();
  });

  it("have a heading of their own, which names their section to a screen reader too", async () => {
    show();
    const heading = await screen.findByRole("heading", { level: 2, name: "Возможно, вы знакомы" });
    expect(heading).toBeVisible();
    const section = screen.getByRole("region", { name: "Возможно, вы знакомы" });
    expect(await within(section).findAllByRole("listitem")).toHaveLength(2);
  });

  it("are few at first, and all on request", async () => {
    show(1);
    expect(await rows()).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Показать всех" }));
    expect(await rows()).toHaveLength(2);
  });

  it("are replaced by other actions when there are none", async () => {
    server.answers[path] = [];
    show();
    expect(await screen.findByText("Укажите, где вы учились")).toBeVisible();
    expect(
      screen.queryByRole("region", { name: (name) => name !== messages.Layout.toasts }),
    ).not.toBeInTheDocument();
  });

  it("show why they could not be loaded, and retry", async () => {
    server.answers[path] = new TypeError("Failed to fetch");
    show();
    const retry = await screen.findByRole("button", { name: "Повторить" });
    server.answers[path] = [rahimov];
    await userEvent.click(retry);
    expect(await rows()).toHaveLength(1);
  });
});

describe("a dismissed suggestion", () => {
  it("gives way at once to a note that has the focus, is sent to the server, and does not come back with the answer", async () => {
    const answer = Promise.withResolvers();
    server.answers[`DELETE ${path}/5`] = answer.promise;
    show();
    await rows();
    screen.getByRole("button", { name: "Не показывать: Рахимов Жасур" }).focus();
    await userEvent.keyboard("{Enter}");
    expect(screen.queryByRole("link", { name: "Рахимов Жасур" })).not.toBeInTheDocument();
    expect(noteOf("Рахимов Жасур")).toHaveFocus();
    server.answers[path] = [toshmatova];
    answer.resolve(Response.json({ message: "Готово" }));
    await waitFor(() => expect(server.asked).toEqual([path, `DELETE ${path}/5`, path]));
    expect((await rows()).map((row) => row.textContent)).toEqual([
      "Больше не показываем: Рахимов ЖасурОтменить",
      expect.stringContaining("Ташматова Гулноза"),
    ]);
    await userEvent.tab();
    expect(within(noteOf("Рахимов Жасур")).getByRole("button", { name: "Отменить" })).toHaveFocus();
    expect(shownToasts()).toEqual([]);
  });

  it("comes back when it is restored by its note, however late and whoever else has been dismissed", async () => {
    show();
    await rows();
    server.answers[path] = [toshmatova];
    await dismiss("Рахимов Жасур");
    await waitFor(() => expect(server.asked).toEqual([path, `DELETE ${path}/5`, path]));
    server.answers[path] = [];
    await dismiss("Ташматова Гулноза");
    expect(await screen.findByText("Пока больше некого предложить.")).toBeVisible();
    expect(screen.getAllByRole("button", { name: "Отменить" })).toHaveLength(2);
    server.answers[path] = [rahimov];
    const restore = within(noteOf("Рахимов Жасур")).getByRole("button", { name: "Отменить" });
    await userEvent.click(restore);
    expect(await screen.findByRole("button", { name: "none 5" })).toBeVisible();
    expect(server.asked).toContain(`PUT ${path}/5`);
    expect(document.body, "the note went with the focus").not.toHaveFocus();
    expect(noteOf("Ташматова Гулноза")).toBeVisible();
    server.answers[path] = [];
    await dismiss("Рахимов Жасур");
    expect(noteOf("Рахимов Жасур")).toHaveFocus();
  });

  it("that is restored at once is restored by the server after it was dismissed there", async () => {
    const answer = Promise.withResolvers();
    server.answers[`DELETE ${path}/5`] = answer.promise;
    show(1);
    await rows();
    await dismiss("Рахимов Жасур");
    await userEvent.click(screen.getByRole("button", { name: "Отменить" }));
    expect(server.asked).toEqual([path, `DELETE ${path}/5`]);
    answer.resolve(Response.json({ message: "Готово" }));
    await waitFor(() => expect(server.asked).toContain(`PUT ${path}/5`));
    expect(await screen.findByRole("button", { name: "none 5" })).toBeVisible();
  });

  it("is sent while another is on its way, and restored while that one still is", async () => {
    const answer = Promise.withResolvers();
    server.answers[`DELETE ${path}/5`] = answer.promise;
    show();
    await rows();
    server.answers[path] = [rahimov];
    await dismiss("Рахимов Жасур");
    await dismiss("Ташматова Гулноза");
    await waitFor(() => expect(server.asked).toContain(`DELETE ${path}/6`));
    const note = within(noteOf("Ташматова Гулноза"));
    await userEvent.click(note.getByRole("button", { name: "Отменить" }));
    await waitFor(() => expect(server.asked).toContain(`PUT ${path}/6`));
    answer.resolve(Response.json({ message: "Готово" }));
  });

  it("is replaced by another, and only the server's answer ends them", async () => {
    const others = Promise.withResolvers();
    server.answers[path] = [rahimov];
    show();
    await rows();
    server.answers[path] = others.promise;
    await dismiss("Рахимов Жасур");
    await waitFor(() => expect(server.asked).toEqual([path, `DELETE ${path}/5`, path]));
    expect(screen.queryByText("Пока больше некого предложить.")).not.toBeInTheDocument();
    others.resolve([toshmatova]);
    expect(await screen.findByRole("button", { name: "none 6" })).toBeVisible();
    server.answers[path] = [];
    await dismiss("Ташматова Гулноза");
    expect(await screen.findByText("Пока больше некого предложить.")).toBeVisible();
  });

  it("does not change the others while enough remain", async () => {
    show(1);
    await rows();
    await dismiss("Рахимов Жасур");
    expect(await screen.findByRole("button", { name: "none 6" })).toBeVisible();
    await waitFor(() => expect(server.asked).toEqual([path, `DELETE ${path}/5`]));
  });

  it("comes back to its place when that fails, and the failure is shown", async () => {
    const failure = { message: "Попробуйте позже", code: "unavailable" };
    server.answers[`DELETE ${path}/5`] = Response.json(failure, { status: 503 });
    show();
    await rows();
    await dismiss("Рахимов Жасур");
    await waitFor(() => expect(shownToasts()).toEqual(["Ошибка: Попробуйте позже"]));
    expect((await rows()).map((row) => row.textContent)).toEqual([
      expect.stringContaining("none 5"),
      expect.stringContaining("none 6"),
    ]);
    expect(document.body, "the note went with the focus").not.toHaveFocus();
  });
});
