import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { ChatSearch } from "#components/messenger/chat-list/chat-search.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { refusal } from "#lib/testing/answer-calls.ts";
import { chatOf, me, messageOf, peer } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;

const marksIn = async (section: string) => {
  const region = await screen.findByRole("region", { name: section });
  await within(region).findAllByRole("listitem");
  return [...region.querySelectorAll("mark")].map(({ textContent }) => textContent);
};

it("marks what matched in the titles of chats, in the names of people and in the texts of messages", async () => {
  const group = chatOf({ ...{ id: 8, kind: "group", peer: null, title: "Мадинины друзья" } });
  const found = messageOf(3, { author: me, text: "Спроси у Мадины про экзамен" });
  showInMessenger(<ChatSearch q="мадин" openChatId={null} />, (path) => {
    if (path.includes("/chats/all")) return { body: { data: [group], meta: { next: null } } };
    if (path.startsWith("/users?")) return { body: { data: [peer], meta: { next: null } } };
    return { body: { data: [found], meta: { next: null, chats: [chatOf()] } } };
  });
  expect(await marksIn(t.searchChats)).toEqual(["Мадин"]);
  expect(await marksIn(t.searchPeople)).toEqual(["Мадин"]);
  // Not in the title of the chat, in which the words were not searched.
  expect(await marksIn(t.searchMessages)).toEqual(["Мадин"]);
  const messageRow = screen.getByRole("link", { name: /про экзамен/ });
  expect(
    within(messageRow).getByText("Мадин", { selector: "mark" }).parentElement,
  ).toHaveTextContent("Спроси у Мадины про экзамен");
});

function TypedSearch() {
  const [q, setQ] = useState("а");
  return (
    <>
      <button type="button" onClick={() => setQ("аб")}>
        Дальше
      </button>
      <ChatSearch q={q} openChatId={null} />
    </>
  );
}

it("a section whose search failed keeps its reason and the button during a retry, although former words had no results", async () => {
  const none = { body: { data: [], meta: { next: null, chats: [] } } };
  const answers = [
    refusal("unavailable", "Служба недоступна"),
    new Promise<never>(() => undefined),
  ];
  showInMessenger(<TypedSearch />, (path) =>
    path.startsWith("/users?") && path.includes(encodeURIComponent("аб"))
      ? (answers.shift() ?? none)
      : none,
  );
  await screen.findByText(t.nothingFound);
  await userEvent.click(screen.getByRole("button", { name: "Дальше" }));
  const retry = await screen.findByRole("button", { name: "Повторить" });
  await userEvent.click(retry);
  expect(retry).toHaveAttribute("aria-busy", "true");
  expect(retry).toHaveFocus();
  expect(screen.queryByText(t.nothingFound)).not.toBeInTheDocument();
});
