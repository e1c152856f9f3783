import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { NewChatButton } from "#components/messenger/chat-list/chat-panel.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { requestFrom } from "#lib/testing/friend-samples.ts";
import { peer } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;

describe("the dialog of a new chat", () => {
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

  it("keeps the focus when a chosen friend is removed, so that Escape still leaves it", async () => {
    showInMessenger(<NewChatButton />, () => ({
      body: { data: [requestFrom(peer.id, peer.fullname)], meta: { next: null } },
    }));
    await userEvent.click(screen.getByRole("button", { name: t.newChat }));
    await userEvent.click(await screen.findByRole("button", { name: t.newGroup }));
    const dialog = await screen.findByRole("dialog", { name: t.newGroup });
    await userEvent.click(await within(dialog).findByRole("checkbox"));
    const name = t.newGroupUnchoose.replace("{name}", peer.fullname);
    await userEvent.click(within(dialog).getByRole("button", { name }));
    expect(within(dialog).queryByRole("button", { name })).toBeNull();
    expect(dialog).toContainElement(document.activeElement as HTMLElement); // never SVG here
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("announces how many friends its search shows", async () => {
    showInMessenger(<NewChatButton />, () => ({
      body: { data: [requestFrom(7, peer.fullname)], meta: { next: null } },
    }));
    await userEvent.click(screen.getByRole("button", { name: t.newChat }));
    await userEvent.type(await screen.findByRole("searchbox"), "Юсу");
    expect(await screen.findByText("Показан 1 результат")).toHaveAttribute("role", "status");
  });
});
