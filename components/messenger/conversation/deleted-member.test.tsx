import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import { type AnswerPath, showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { SocketProvider } from "#lib/api/socket.ts";
import { useLiveEvents } from "#lib/messenger/cache/use-live-events.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { chatOf, me, messageOf, messagesFrom } from "#lib/testing/message-samples.ts";
import texts from "#messages/ru.json" with { type: "json" };

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

function LiveConversation() {
  useLiveEvents(me.id);
  return <Conversation kind="private" chatId={7} />;
}

const meta = { first_seq: 1, last_seq: 4, last_change: 0 };
const reply = {
  ...{ seq: 1, author: { id: 9, fullname: "" }, text: "message 1" },
  ...{ attachment: null, deleted: false },
};

/** Opens a chat with four messages; `send` answers to what the member writes. */
async function open(send: AnswerPath = () => ({ body: {} })): Promise<void> {
  showInMessenger(
    <SocketProvider token="secret">
      <LiveConversation />
    </SocketProvider>,
    (path, body) => {
      if (path.includes("/sendMessage")) return send(path, body);
      return path.includes("/getMessages/")
        ? { body: { data: messagesFrom(1, 4), meta } }
        : { body: { data: chatOf() } };
    },
  );
  await screen.findByText("message 4");
}

it("a reply to a deleted member arrives and calls them deleted in the reader's language", async () => {
  await open();
  await receiveEvent("message", messageOf(5, { text: "the answer", reply_to: 1, reply }));
  await screen.findByText("the answer");
  expect(await screen.findByText(texts.Site.deletedMember)).toBeInTheDocument();
});

it("a member who replies to a deleted member sees so in their own language, also when the event comes before the answer to the call", async () => {
  const clientId = Promise.withResolvers<string>();
  const answered = Promise.withResolvers<undefined>();
  const own = { text: "the answer", author: me, reply_to: 1 };
  const named = { ...reply, author: { id: 9, fullname: texts.Site.deletedMember } };
  await open(async (_, body) => {
    const { client_id } = body as Pick<Message, "client_id">; // the body of sendMessage
    clientId.resolve(client_id);
    await answered.promise;
    return { body: { message: "", data: messageOf(5, { ...own, client_id, reply: named }) } };
  });
  await userEvent.type(
    screen.getByRole("textbox", { name: texts.Messenger.message }),
    "the answer{Enter}",
  );
  const client_id = await clientId.promise;
  await receiveEvent("message", messageOf(5, { ...own, client_id, reply }));
  answered.resolve(undefined);
  const bubble = (await screen.findByText("the answer")).closest("[data-bubble]");
  await waitFor(() => expect(bubble).toHaveAttribute("data-state", "sent"));
  expect(await screen.findByText(texts.Site.deletedMember)).toBeInTheDocument();
});
