import "fake-indexeddb/auto";
import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { TabNotices } from "#components/messenger/notifications/tab-notices.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { SocketProvider } from "#lib/api/socket.ts";
import { writeNotificationChoice } from "#lib/browser/notification-choice.ts";
import { installServiceWorker } from "#lib/testing/fake-service-worker.ts";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { memberId, messageOf, peer } from "#lib/testing/message-samples.ts";

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

it("a notice of an open page shows a long message as a pushed one does: on one line, with a sign that there is more", async () => {
  const postMessage = installServiceWorker();
  showInMessenger(
    <SocketProvider token="secret">
      <TabNotices />
    </SocketProvider>,
    () => ({ body: { data: [] } }),
  );
  writeNotificationChoice(memberId, "tabs");
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
