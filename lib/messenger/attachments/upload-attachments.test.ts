// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { attachmentOf } from "#lib/messenger/attachments/chosen-files.ts";
import { uploadAttachments, UploadBoard } from "#lib/messenger/attachments/upload-attachments.ts";
import { asksBeforeLeaving } from "#lib/testing/asks-before-leaving.ts";
import { outboxByHand } from "#lib/testing/outbox-by-hand.ts";
import { describeFailure } from "#lib/messenger/outbox/outbox-failures.ts";
import { onlyTab, type TabMessage } from "#lib/messenger/outbox/outbox-tabs.ts";
import { FakeRequest } from "#lib/testing/fake-request.ts";

/** A file that was deleted from the device after it was chosen. */
function deletedFile() {
  const file = new File(["picture"], "photo.jpg", { type: "image/jpeg" });
  const refuse = () => Promise.reject(new DOMException("Not found", "NotReadableError"));
  return Object.assign(file, { slice: () => ({ arrayBuffer: refuse }) });
}

it("a photo that the device no longer has fails with its reason and does not hold back the messages behind it", async () => {
  FakeRequest.install();
  const missing = "Файла больше нет";
  const { outbox, add, sent, accept, settle } = outboxByHand({
    upload: (call) => uploadAttachments(call, { show: () => undefined, missing }),
    describeFailure,
  });
  outbox.add({
    kind: "private",
    chatId: 7,
    clientId: "with a photo",
    text: "",
    createdAt: "2025-11-20T12:00:00.000Z",
    attachments: [attachmentOf(deletedFile())],
  });
  add("behind it");
  await settle();
  expect(outbox.items()[0]).toMatchObject({
    state: "failed",
    transient: false,
    attachments: [{ failure: missing }],
  });
  expect(sent()).toEqual(["behind it"]);
  await accept(0);
  expect(outbox.items()).toHaveLength(1);
});

describe("leaving the page", () => {
  it("is asked about while a file of a message is uploaded, and not before or afterwards", () => {
    const board = new UploadBoard(onlyTab);
    expect(asksBeforeLeaving()).toBe(false);
    board.put("a", { sentBytes: 0, totalBytes: 10 });
    board.put("b", { sentBytes: 0, totalBytes: 10 });
    board.put("a", null);
    expect(asksBeforeLeaving()).toBe(true);
    board.put("b", null);
    expect(asksBeforeLeaving()).toBe(false);
  });

  it("is not asked about while another tab uploads, which goes on", () => {
    let receive = (_: TabMessage) => {};
    const board = new UploadBoard({
      ...onlyTab,
      listen: (listener) => {
        receive = listener;
        return () => undefined;
      },
    });
    board.follow();
    receive({ type: "progress", attachmentId: "a", progress: { sentBytes: 0, totalBytes: 10 } });
    expect(board.progressOf("a")).not.toBeNull();
    expect(asksBeforeLeaving()).toBe(false);
  });
});
