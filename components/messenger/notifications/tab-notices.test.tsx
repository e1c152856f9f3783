import "fake-indexeddb/auto";
import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { TabNotices } from "#components/messenger/notifications/tab-notices.tsx";
import { type AnswerPath, showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { SocketProvider } from "#lib/api/socket.ts";
import { writeNotificationChoice } from "#lib/browser/notification-choice.ts";
import { refusal } from "#lib/testing/answer-calls.ts";
import { installServiceWorker } from "#lib/testing/fake-service-worker.ts";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { memberId, messageOf, peer } from "#lib/testing/message-samples.ts";

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

/** Shows what passes on notices, to a member who has muted no chat and blocked `blocked`; returns what is posted. */
const passOn = (blocked: number[] = []) => passOnWith(() => ({ body: { data: [], blocked } }));

function passOnWith(answer: AnswerPath) {
  const postMessage = installServiceWorker();
  showInMessenger(
    <SocketProvider token="secret">
      <TabNotices />
    </SocketProvider>,
    answer,
  );
  writeNotificationChoice(memberId, "tabs");
  return postMessage;
}

it("a notice of an open page shows a long message as a pushed one does: on one line, with a sign that there is more", async () => {
  const postMessage = passOn();
  await receiveEvent("message", messageOf(5, { text: `Салом\n${"щ".repeat(160)}` }));
  await waitFor(() => expect(postMessage).toHaveBeenCalledOnce());
  expect(postMessage).toHaveBeenCalledWith(
    expect.objectContaining({
      type: "notice",
      title: peer.fullname,
      body: `Салом ${"щ".repeat(154)}…`,
    }),
  );
});

it("nothing is shown of a message of somebody whom the member has blocked, also where it mentions the member", async () => {
  const blocked = { ...peer, id: 3 };
  const postMessage = passOn([blocked.id]);
  const mentions = [{ id: memberId, offset: 0, length: 5 }];
  await receiveEvent("message", messageOf(5, { author: blocked }));
  await receiveEvent("message", messageOf(6, { author: blocked, mentions }));
  await receiveEvent("message", messageOf(7, { mentions }));
  await waitFor(() => expect(postMessage).toHaveBeenCalled());
  expect(postMessage.mock.calls).toMatchObject([[{ type: "notice", seq: 7 }]]);
});

it("where the list of muted chats cannot be fetched, a member is notified of mentions alone", async () => {
  const postMessage = passOnWith(() => refusal("forbidden", "Нельзя"));
  await receiveEvent("message", messageOf(5));
  await receiveEvent(
    "message",
    messageOf(6, { mentions: [{ id: memberId, offset: 0, length: 5 }] }),
  );
  await waitFor(() => expect(postMessage).toHaveBeenCalled());
  expect(postMessage.mock.calls).toMatchObject([[{ type: "notice", seq: 6 }]]);
});
