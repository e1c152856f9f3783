import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ChatSearch } from "#components/messenger/chat-list/chat-search.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
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
