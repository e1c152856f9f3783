import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { NewChatButton } from "#components/messenger/chat-list/chat-panel.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { peer } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;

it("returns the focus to its button, whichever step is left by Escape", async () => {
  showInMessenger(<NewChatButton />, () => ({ body: { data: [peer], meta: { next: null } } }));
  const button = screen.getByRole("button", { name: t.newChat });
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole("button", { name: t.newGroup }));
  expect(await screen.findByRole("dialog", { name: t.newGroup })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(button).toHaveFocus();
});
