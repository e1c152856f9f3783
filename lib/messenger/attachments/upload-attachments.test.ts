// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { UploadBoard } from "#lib/messenger/attachments/upload-attachments.ts";
import { onlyTab, type TabMessage } from "#lib/messenger/outbox/outbox-tabs.ts";

/** Whether the browser would ask before the page is left. */
const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

describe("leaving the page", () => {
  it("is asked about while a file of a message is uploaded, and not before or afterwards", () => {
    const board = new UploadBoard(onlyTab);
    expect(asks()).toBe(false);
    board.put("a", { sentBytes: 0, totalBytes: 10 });
    board.put("b", { sentBytes: 0, totalBytes: 10 });
    board.put("a", null);
    expect(asks()).toBe(true);
    board.put("b", null);
    expect(asks()).toBe(false);
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
    expect(asks()).toBe(false);
  });
});
