import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ForwardTargets } from "#components/messenger/actions/forward-targets.tsx";
import { type AnswerPath, showInMessenger } from "#components/testing/show-in-messenger.tsx";
import type { Person } from "#lib/auth/schema.ts";
import { refusal } from "#lib/testing/answer-calls.ts";
import { chatOf, peer } from "#lib/testing/message-samples.ts";
import texts from "#messages/ru.json" with { type: "json" };

const t = texts.Forward;
const friends = vi.fn<AnswerPath>();
const pageOf = (people: Person[], next: string | null) => ({
  body: { data: people.map((friend) => ({ id: friend.id, friend })), meta: { next } },
});
const friendOf = (id: number, fullname: string) => ({ ...peer, id, fullname });

/** The targets of a member with one chat; a search finds none of the chats. */
function show() {
  showInMessenger(<ForwardTargets chosen={new Map()} onToggle={vi.fn()} />, (path, body) => {
    if (path.includes("/friends/")) return friends(path, body);
    return { body: { data: path.includes("q=") ? [] : [chatOf()], meta: { next: null } } };
  });
}
const targets = async () => within(await screen.findByRole("list", { name: t.targets }));

beforeEach(() => void friends.mockReset());

it("a member who forwards reaches friends without a chat beyond the first page of them", async () => {
  friends.mockReturnValueOnce(pageOf([peer, friendOf(3, "Ким Елена")], "b"));
  friends.mockReturnValueOnce(pageOf([friendOf(4, "Олимов Азиз")], null));
  show();
  expect(await (await targets()).findByText("Ким Елена")).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: texts.Lists.showMore }));
  expect(await (await targets()).findByText("Олимов Азиз")).toBeVisible();
  expect(screen.queryByRole("button", { name: texts.Lists.showMore })).toBeNull();
});

it("the search for targets says why friends could not be loaded, and not that nothing is found", async () => {
  friends
    .mockReturnValueOnce(pageOf([], null))
    .mockReturnValueOnce(refusal("unavailable", "Занято"));
  friends.mockReturnValue(pageOf([friendOf(4, "Юсупова Лола")], null));
  show();
  await userEvent.type(await screen.findByRole("searchbox"), "юсуп");
  expect(await screen.findByRole("alert")).toHaveTextContent("Занято");
  expect(screen.queryAllByText(t.nothingFound)).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: texts.Layout.retry }));
  expect(await (await targets()).findByRole("checkbox", { name: "Юсупова Лола" })).toBeVisible();
});

it("the search for targets does not say that nothing is found while friends are still loading", async () => {
  friends.mockReturnValueOnce(pageOf([], null));
  let answer = (_answered: Awaited<ReturnType<AnswerPath>>) => {};
  friends.mockReturnValueOnce(new Promise((resolve) => void (answer = resolve)));
  show();
  await screen.findByRole("checkbox", { name: peer.fullname });
  await userEvent.type(screen.getByRole("searchbox"), "юсуп");
  await vi.waitFor(() => expect(friends).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(screen.queryByRole("checkbox")).toBeNull());
  expect(screen.queryAllByText(t.nothingFound)).toEqual([]);
  answer(pageOf([], null));
  expect(await screen.findByText(t.nothingFound, { selector: "p" })).toBeVisible();
});
