import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ConversationHeader } from "#components/messenger/conversation/conversation-header.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { chatOf } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;
const group = chatOf({ kind: "group", peer: null, title: "Выпуск 2014" });
const openMenu = async () => {
  await userEvent.click(screen.getByRole("button", { name: t.headerMenu }));
  return (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
};

it("a member reports a group from its menu, in which leaving stands last, and the focus can return there", async () => {
  const onReport = vi.fn<(chat: Chat) => void>();
  showInMessenger(<ConversationHeader chat={group} onReportGroup={onReport} />, () => ({
    body: { data: group },
  }));
  expect((await openMenu()).slice(-2)).toEqual([t.groupReport, t.rowLeave]);
  await userEvent.click(screen.getByRole("menuitem", { name: t.groupReport }));
  expect(onReport).toHaveBeenCalledExactlyOnceWith(group);
  expect(screen.getByRole("button", { name: t.headerMenu })).toHaveFocus();
});

it.each([
  ["of a class leads to the class before all else", { object_id: 5, key: "2014" }, t.openClass],
  ["of no class begins with the group", null, t.groupInfo],
])("the menu of a group %s", async (_title, place, first) => {
  const ofClass = place && { ...place, start: null, end: 2014 };
  showInMessenger(<ConversationHeader chat={{ ...group, class: ofClass }} />, () => ({
    body: { data: group },
  }));
  expect((await openMenu())[0]).toBe(first);
});

it("a group is not offered to be reported where nobody takes the report", async () => {
  showInMessenger(<ConversationHeader chat={group} />, () => ({ body: { data: group } }));
  expect(await openMenu()).not.toContain(t.groupReport);
});
