import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { SocketProvider } from "#lib/api/socket.ts";
import { useLiveEvents } from "#lib/messenger/cache/use-live-events.ts";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { chatOf, me, messageOf, messagesFrom } from "#lib/testing/message-samples.ts";
import texts from "#messages/ru.json" with { type: "json" };

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

function LiveConversation() {
  useLiveEvents(me.id);
  return <Conversation kind="private" chatId={7} />;
}

it("a reader sees in their own language that the member whom an arriving message names is deleted", async () => {
  showInMessenger(
    <SocketProvider token="secret">
      <LiveConversation />
    </SocketProvider>,
    (path) =>
      path.includes("/getMessages/")
        ? {
            body: {
              data: messagesFrom(1, 4),
              meta: { first_seq: 1, last_seq: 4, last_change: 0 },
            },
          }
        : { body: { data: chatOf() } },
  );
  await screen.findByText("message 4");
  const deleted = { id: 9, fullname: "" };
  const reply = { seq: 1, author: deleted, text: "message 1", attachment: null, deleted: false };
  await receiveEvent("message", messageOf(5, { text: "the answer", reply_to: 1, reply }));
  await screen.findByText("the answer");
  expect(await screen.findByText(texts.Site.deletedMember)).toBeInTheDocument();
});
