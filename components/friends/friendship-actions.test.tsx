import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { FriendshipActions } from "#components/friends/friendship-actions.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import type { FriendshipStatus } from "#lib/auth/schema.ts";

const madina = { id: 7, fullname: "Юсупова Мадина Рустамовна" };
const named = (label: string) => `${label}: ${madina.fullname}`;
const button = (label: string) => screen.findByRole("button", { name: named(label) });

const show = (
  status: FriendshipStatus,
  answer: AnswerCall = () => Promise.reject(new Error("unasked")),
) =>
  renderWithProviders(<FriendshipActions person={madina} known={{ status, requestedAt: 0 }} />, {
    answer,
    member: memberSample,
  });

const answering = (status: FriendshipStatus, message: string) =>
  vi.fn<AnswerCall>(() => Promise.resolve({ body: { message, data: { status } } }));

describe("the choices about another member", () => {
  it.each([
    ["none", ["Добавить в друзья"]],
    ["outgoing", ["Отменить заявку"]],
    ["incoming", ["Принять", "Отклонить"]],
    ["friends", ["В друзьях"]],
    ["self", []],
    ["blocked", []],
  ] as const)("of status %s are %j", (status, labels) => {
    show(status);
    const names = screen.queryAllByRole("button").map((found) => found.getAttribute("aria-label"));
    expect(names).toEqual(labels.map(named));
  });
});

describe("a friendship decision", () => {
  it("shows at once, and then the server's answer", async () => {
    const server = answering("outgoing", "Заявка отправлена");
    show("none", server);
    await userEvent.click(await button("Добавить в друзья"));
    expect(await button("Отменить заявку")).toHaveFocus();
    expect(server).toHaveBeenCalledWith("POST /profile/friends/friendship/7/add");
    await waitFor(() => expect(shownToasts()).toEqual(["Успешно: Заявка отправлена"]));
  });

  it("becomes friendship when both have asked", async () => {
    show("none", answering("friends", "Заявка принята"));
    await userEvent.click(await button("Добавить в друзья"));
    expect(await button("В друзьях")).toHaveFocus();
  });

  it("is reverted when it fails, with the reason", async () => {
    show("incoming", () =>
      Promise.resolve({ status: 409, body: { message: "Данные изменились", code: "conflict" } }),
    );
    await userEvent.click(await button("Принять"));
    await waitFor(() => expect(shownToasts()).toEqual(["Ошибка: Данные изменились"]));
    await userEvent.click(await button("Принять"));
    await waitFor(() =>
      expect(shownToasts()).toEqual(["Ошибка: Данные изменились", "Ошибка: Данные изменились"]),
    );
    expect(await button("Принять")).toBeVisible();
    expect(await button("Отклонить")).toBeVisible();
  });

  it("is not reverted by the second click of a double click", async () => {
    const server = answering("outgoing", "Заявка отправлена");
    show("none", server);
    await userEvent.dblClick(await button("Добавить в друзья"));
    expect(await button("Отменить заявку")).toBeVisible();
    expect(server.mock.calls.filter(([call]) => call.includes("/friendship/"))).toHaveLength(1);
  });
});

const unfriend = async () => {
  await userEvent.click(await button("В друзьях"));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Удалить из друзей" }));
};

describe("the end of a friendship", () => {
  it("stands in the menu of a friend, apart from everyday actions", async () => {
    show("friends");
    expect(screen.queryByText("Удалить из друзей")).not.toBeInTheDocument();
    await userEvent.click(await button("В друзьях"));
    expect(await screen.findByRole("menuitem", { name: "Удалить из друзей" })).toBeVisible();
  });

  it("asks for confirmation, which may be declined", async () => {
    const server = answering("none", "Удалено из друзей");
    show("friends", server);
    await unfriend();
    await userEvent.click(await screen.findByRole("button", { name: "Отмена" }));
    await vi.waitFor(async () => expect(await button("В друзьях")).toHaveFocus());
    expect(server).not.toHaveBeenCalled();
  });

  it("happens once confirmed", async () => {
    const server = answering("none", "Удалено из друзей");
    show("friends", server);
    await unfriend();
    await userEvent.click(await screen.findByRole("button", { name: "Ок" }));
    await vi.waitFor(async () => expect(await button("Добавить в друзья")).toHaveFocus());
    expect(server).toHaveBeenCalledWith("POST /profile/friends/friendship/7/delete");
  });
});
