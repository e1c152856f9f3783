import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ConnectionNotice } from "#components/messenger/notifications/connection-notice.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { useEveryOutgoing, useOutbox } from "#lib/messenger/outbox/outbox-context.tsx";
import { asksBeforeLeaving } from "#lib/testing/asks-before-leaving.ts";
import { outgoingOf } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const refused = 8;

/** Writes to chat 7, and to a chat where nobody may write. */
function Writing() {
  const outbox = useOutbox();
  const write = () => {
    outbox.add(outgoingOf({ clientId: "a", chatId: 7 }));
    outbox.add(outgoingOf({ clientId: "b", chatId: refused }));
  };
  const failures = useEveryOutgoing().map(({ failure }) => failure);
  return <button onClick={write}>{failures.join()}</button>;
}

it("of the messages that were written offline, a refused one is not said to wait", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  showInMessenger(
    <>
      <Writing />
      <ConnectionNotice />
    </>,
    (_path, body) => {
      const { chat_id } = body as { chat_id: number }; // every request here sends a message
      if (chat_id !== refused) throw new TypeError("network away");
      return { status: 403, body: { message: "Недостаточно прав", code: "forbidden" } };
    },
  );
  expect(screen.getByText(messages.Messenger.connectionOffline)).toBeVisible();
  await userEvent.click(screen.getByRole("button"));
  await screen.findByRole("button", { name: /Недостаточно прав/u });
  expect(screen.getByRole("status")).toHaveTextContent(/Ждёт отправки 1 сообщение\. /u);
});

it("the notice of a lost connection says that written messages go from an open page of chats alone, and only where one waits", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  showInMessenger(
    <>
      <Writing />
      <ConnectionNotice />
    </>,
    () => {
      throw new TypeError("network away");
    },
  );
  const notice = screen.getByRole("status");
  expect(notice).toHaveTextContent(messages.Messenger.connectionOffline);
  expect(notice).not.toHaveTextContent(messages.Messenger.connectionSendsHere);
  await userEvent.click(screen.getByRole("button"));
  await screen.findByText(/Ждут отправки 2 сообщения/u);
  expect(notice).toHaveTextContent(messages.Messenger.connectionSendsHere);
});

it("a browser that can store nothing asks before it leaves a page with a message that waits for the network", async () => {
  vi.stubGlobal("indexedDB", undefined);
  showInMessenger(<Writing />, () => {
    throw new TypeError("network away");
  });
  expect(asksBeforeLeaving()).toBe(false);
  await userEvent.click(screen.getByRole("button"));
  expect(asksBeforeLeaving()).toBe(true);
});
