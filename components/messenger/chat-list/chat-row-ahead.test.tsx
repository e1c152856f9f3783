import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { useLoadingAhead } from "#lib/messenger/history/load-history.ts";
import { chatOf, messagesFrom } from "#lib/testing/message-samples.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

function Row({ chat }: { chat: Chat }) {
  return <p {...useLoadingAhead(chat)}>{chat.title}</p>;
}

/** Shows the row; on the server the chat has gone on to message `last` since it was listed. */
function showRow(chat: Chat, last = chat.last_seq) {
  const asked: string[] = [];
  showInMessenger(<Row chat={chat} />, (path) => {
    asked.push(path);
    const meta = { first_seq: 1, last_seq: last, last_change: 0 };
    const around = Number(/around=(\d+)/.exec(path)?.[1]);
    const [from, to] = around ? [around - 25, around + 25] : [last - 49, last];
    return { body: { data: messagesFrom(Math.max(1, from), Math.min(to, last)), meta } };
  });
  const histories = () => asked.filter((path) => path.includes("/getMessages/"));
  return { row: screen.getByText(chat.title), histories };
}

const newest = "/messenger/private/getMessages/7";
const around = (seq: number) => `/messenger/private/getMessages/7?around=${seq}`;

describe("the row of a chat", () => {
  it.each([
    ["at the end where nothing is unread", { unread: 0, last_read_seq: 90, last_seq: 90 }, newest],
    ["at the end where that shows enough above the unread messages", unreadFrom(66, 90), newest],
    ["around the first unread message", unreadFrom(65, 90), around(65)],
    ["at the end of a short history", unreadFrom(1, 50), newest],
  ])(
    "fetches once the place where a chat will open when a finger touches its row: %s",
    async (_where, chat, place) => {
      const { row, histories } = showRow(chatOf(chat));
      fireEvent.pointerEnter(row, { pointerType: "touch" });
      await waitFor(() => expect(histories()).toEqual([place]));
      fireEvent.pointerEnter(row, { pointerType: "touch" });
      expect(histories()).toHaveLength(1);
    },
  );

  it("fetches around the first unread message where so much has come since that the end does not show it", async () => {
    const { row, histories } = showRow(chatOf(unreadFrom(80, 90)), 200);
    fireEvent.pointerEnter(row, { pointerType: "touch" });
    await waitFor(() => expect(histories()).toEqual([newest, around(80)]));
  });

  function unreadFrom(seq: number, last_seq: number) {
    return { unread: last_seq - seq + 1, last_read_seq: seq - 1, last_seq };
  }

  it("fetches when a mouse rests on the row, and not when it only passes over", async () => {
    const { row, histories } = showRow(chatOf());
    fireEvent.pointerEnter(row, { pointerType: "mouse" });
    fireEvent.pointerLeave(row, { pointerType: "mouse" });
    expect(histories()).toEqual([]);
    fireEvent.pointerEnter(row, { pointerType: "mouse" });
    await waitFor(() => expect(histories()).toHaveLength(1));
  });
});
