import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PeerWriting } from "#app/[locale]/chat/peer-writing.tsx";
import { Composer } from "#components/messenger/composer/composer.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { SocketProvider } from "#lib/api/socket.ts";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { chatOf, messageOf, peer } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

const chat = chatOf();
let hasBlocked: boolean;
let asked: number;

beforeEach(() => {
  localStorage.clear();
  hasBlocked = false;
  asked = 0;
});

const show = () =>
  showInMessenger(
    <SocketProvider token="secret">
      <PeerWriting chatId={chat.id} peer={peer}>
        <Composer chat={chat} />
      </PeerWriting>
    </SocketProvider>,
    (path) => {
      if (path.includes("/sendMessage"))
        return { status: 403, body: { message: "Нельзя", code: "forbidden" } };
      if (!path.includes("/friendship/"))
        return { body: { data: { text: "", version: 1, mentions: [], seq: 0 } } };
      asked += 1;
      return hasBlocked
        ? { status: 404, body: { message: "Ничего не найдено", code: "not_found" } }
        : { body: { message: "Готово", data: { status: "none" } } };
    },
  );
const field = () => screen.findByRole("textbox", { name: messages.Messenger.message });
const closed = () => screen.findByText(messages.Blocks.cannotWrite);
const parted = { user_id: peer.id, online: false, last_seen_at: null };

describe("an open private chat", () => {
  it("loses its field once the other member parts with the reader, and has it back with their next message", async () => {
    show();
    await userEvent.type(await field(), "черновик");
    hasBlocked = true;
    await receiveEvent("presence", parted);
    expect(await closed()).toBeVisible();
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
    hasBlocked = false;
    await receiveEvent("message", messageOf(5, { chat_id: chat.id, author: peer }));
    expect(await field()).toHaveValue("черновик");
  });

  it("loses its field once the end of the friendship arrives", async () => {
    show();
    await field();
    hasBlocked = true;
    await receiveEvent("friendship", { pending: 0 });
    expect(await closed()).toBeVisible();
  });

  it("loses its field once a message is refused", async () => {
    show();
    hasBlocked = true;
    await userEvent.type(await field(), "привет{Enter}");
    expect(await closed()).toBeVisible();
  });

  it("asks nothing because of others, nor with each message of the other member", async () => {
    show();
    await field();
    await vi.waitFor(() => expect(asked).toBe(1));
    await receiveEvent("presence", { ...parted, user_id: peer.id + 1 });
    await receiveEvent("message", messageOf(5, { chat_id: chat.id + 1, author: peer }));
    await receiveEvent("message", messageOf(5, { chat_id: chat.id, author: peer }));
    await receiveEvent("presence", { ...parted, online: true });
    expect(asked).toBe(1);
  });
});
