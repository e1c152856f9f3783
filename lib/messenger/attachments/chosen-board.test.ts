import { describe, expect, it, vi } from "vitest";
import { ChosenBoard } from "#lib/messenger/attachments/chosen-board.ts";
import { attachmentsMax } from "#lib/messenger/contract/schema.ts";
import { asksBeforeLeaving } from "#lib/testing/asks-before-leaving.ts";

const file = (name: string) => new File(["x"], name, { type: "text/plain" });
const names = (board: ChosenBoard, chatId: number) =>
  board.of(chatId).files.map(({ name }) => name);
const keeping = (board: ChosenBoard) =>
  board
    .of(1)
    .files.filter(({ keepsTags }) => keepsTags)
    .map(({ name }) => name);

describe("files chosen for a message", () => {
  it("stay with the chat for which they were chosen", async () => {
    const board = new ChosenBoard();
    await board.add(1, [file("a.txt")]);
    await board.add(2, [file("b.txt")]);
    board.clear(2);
    expect(names(board, 1)).toEqual(["a.txt"]);
    expect(names(board, 2)).toEqual([]);
  });

  it("are there at once, so that a message sent right after a paste includes them", () => {
    vi.stubGlobal("createImageBitmap", () => new Promise(() => {}));
    const board = new ChosenBoard();
    void board.add(1, [new File(["x"], "a.png", { type: "image/png" })]);
    expect(names(board, 1)).toEqual(["a.png"]);
  });

  it("are marked if the server cannot remove the place where they were made", async () => {
    const board = new ChosenBoard();
    const flac = Uint8Array.from([
      0x66,
      0x4c,
      0x61,
      0x43,
      0x81,
      0,
      0,
      8,
      ...Array<number>(8).fill(0),
    ]);
    await board.add(1, [
      new File(["no video at all"], "strange.mp4", { type: "video/mp4" }),
      new File([flac], "song.flac", { type: "audio/flac" }),
      file("notes.txt"),
    ]);
    expect(keeping(board)).toEqual(["strange.mp4"]);
  });

  it("are marked as keeping their tags if the check takes longer than five seconds, because a message waits for it", async () => {
    vi.useFakeTimers();
    const hanging = new File(["x".repeat(64)], "film.mp4", { type: "video/mp4" });
    hanging.slice = () =>
      Object.assign(new Blob(), { arrayBuffer: () => new Promise<never>(() => {}) });
    const board = new ChosenBoard();
    void board.add(1, [hanging]);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(board.of(1).isChecking).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(board.of(1).isChecking).toBe(false);
    expect(keeping(board)).toEqual(["film.mp4"]);
    vi.useRealTimers();
  });

  it("are marked by their content if the browser knows no type, and no other file is", async () => {
    const board = new ChosenBoard();
    const matroska = Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, ...Array<number>(60).fill(0xff)]);
    const octets = "application/octet-stream";
    await board.add(1, [
      new File([matroska], "film.mkv"),
      new File([matroska], "film.mka", { type: octets }),
      new File(["a log of nothing in particular"], "server.log"),
      new File(["x"], "x.tex", { type: octets }),
    ]);
    expect(keeping(board)).toEqual(["film.mkv", "film.mka"]);
  });

  it("count as being checked until every remaining file is checked", async () => {
    const board = new ChosenBoard();
    const added = board.add(1, [file("a.txt"), file("b.txt")]);
    expect(board.of(1).isChecking).toBe(true);
    await added;
    expect(board.of(1).isChecking).toBe(false);
    const unread = new File(["x"], "c.mkv");
    vi.spyOn(unread, "slice").mockReturnValue({
      arrayBuffer: () => new Promise(() => {}),
    } as unknown as Blob); // the only method that is called
    vi.spyOn(unread, "size", "get").mockReturnValue(100);
    void board.add(1, [unread]);
    expect(board.of(1).isChecking).toBe(true);
    board.remove(1, board.of(1).files.at(-1)?.id ?? "");
    expect(board.of(1).isChecking).toBe(false);
  });

  it("are never more than a message may have, however fast they are added", () => {
    const board = new ChosenBoard();
    const many = Array.from({ length: attachmentsMax - 1 }, (_, index) => file(`${index}.txt`));
    void board.add(1, many);
    void board.add(1, [file("last.txt"), file("over.txt")]);
    expect(names(board, 1)).toHaveLength(attachmentsMax);
    expect(board.of(1).refused).toMatchObject([{ name: "over.txt", why: "tooMany" }]);
  });

  it("are decoded one after the other, because a cheap phone has no memory for ten photos at once", async () => {
    let [running, most] = [0, 0];
    vi.stubGlobal("createImageBitmap", async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve));
      running -= 1;
      return { width: 4, height: 3, close: () => {} };
    });
    const board = new ChosenBoard();
    const photos = Array.from(
      { length: attachmentsMax },
      (_, index) => new File(["x"], `${index}.png`, { type: "image/png" }),
    );
    await Promise.all([board.add(1, photos.slice(0, 6)), board.add(1, photos.slice(6))]);
    expect(most).toBe(1);
    expect(board.of(1).files.filter(({ width }) => width === 4)).toHaveLength(attachmentsMax);
  });

  it("do not come back when their size is known after they were sent", async () => {
    let known = (_: { width: number; height: number; close: () => void }) => {};
    vi.stubGlobal("createImageBitmap", () => new Promise((resolve) => (known = resolve)));
    const board = new ChosenBoard();
    const added = board.add(1, [new File(["x"], "a.png", { type: "image/png" })]);
    board.clear(1);
    known({ width: 1, height: 1, close: () => {} });
    await added;
    expect(names(board, 1)).toEqual([]);
  });

  it("make the browser ask before the page is left, and nothing else does", async () => {
    const board = new ChosenBoard();
    const stop = board.guard();
    expect(asksBeforeLeaving()).toBe(false);
    await board.add(1, [file("a.txt")]);
    expect(asksBeforeLeaving()).toBe(true);
    board.clear(1);
    expect(asksBeforeLeaving()).toBe(false);
    stop();
  });
});
