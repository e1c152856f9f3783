import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { useLoadingAhead } from "#lib/messenger/history/load-history.ts";
import { chatOf, messagesFrom } from "#lib/testing/message-samples.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

function Row({ chat }: { chat: Chat }) {
  return <p {...useLoadingAhead(chat)}>{chat.title}</p>;
}

function showRow(chat: Chat) {
  const asked: string[] = [];
  showInMessenger(<Row chat={chat} />, (path) => {
    asked.push(path);
    const meta = { first_seq: 1, last_seq: 4, last_change: 0 };
    return { body: { data: messagesFrom(1, 4), meta } };
  });
  const histories = () => asked.filter((path) => path.includes("/getMessages/"));
  return { row: screen.getByText(chat.title), histories };
}

it("fetches once the place where a chat will open when a finger touches its row", async () => {
  const { row, histories } = showRow(chatOf({ unread: 2, last_read_seq: 2 }));
  fireEvent.pointerEnter(row, { pointerType: "touch" });
  await waitFor(() => expect(histories()).toEqual([expect.stringMatching(/around=3$/)]));
  fireEvent.pointerEnter(row, { pointerType: "touch" });
  expect(histories()).toHaveLength(1);
});

it("fetches when a mouse rests on the row, and not when it only passes over", async () => {
  const { row, histories } = showRow(chatOf());
  fireEvent.pointerEnter(row, { pointerType: "mouse" });
  fireEvent.pointerLeave(row, { pointerType: "mouse" });
  expect(histories()).toEqual([]);
  fireEvent.pointerEnter(row, { pointerType: "mouse" });
  await waitFor(() => expect(histories()).toHaveLength(1));
});
