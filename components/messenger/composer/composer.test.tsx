import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Composer } from "#components/messenger/composer/composer.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { chatOf, me, messageOf } from "#lib/testing/message-samples.ts";
import type { SendMessageInput } from "#lib/messenger/contract/schema.ts";
import messages from "#messages/ru.json" with { type: "json" };

const field = () => screen.getByRole("textbox", { name: messages.Messenger.message });
const sendButton = () => screen.getByRole("button", { name: messages.Messenger.send });

/** Shows the composer of chat 7; the messages that it sends are added to the returned list. */
function showComposer() {
  const sent: SendMessageInput[] = [];
  showInMessenger(<Composer chat={chatOf()} />, (path, body) => {
    if (!path.endsWith("/sendMessage")) return { body: {} };
    const input = body as SendMessageInput; // asserted below
    sent.push(input);
    const { client_id } = input;
    const text = input.text ?? "";
    return { status: 201, body: { data: messageOf(sent.length, { client_id, text, author: me }) } };
  });
  return { sent, texts: () => sent.map(({ text }) => text) };
}

beforeEach(() => {
  localStorage.clear();
});

describe("writing a message", () => {
  it("sends on Enter, and is then empty", async () => {
    const { sent } = showComposer();
    await userEvent.type(field(), "Привет{Enter}");
    expect(sent).toMatchObject([{ chat_id: 7, text: "Привет" }]);
    expect(field()).toHaveValue("");
    expect(field()).toHaveFocus();
  });

  it("sends from a browser that has no AbortSignal.any", async () => {
    vi.spyOn(AbortSignal, "any").mockImplementation(() => {
      throw new TypeError("AbortSignal.any is not a function");
    });
    const { texts } = showComposer();
    await userEvent.type(field(), "Привет{Enter}");
    await vi.waitFor(() => expect(texts()).toEqual(["Привет"]));
  });

  it("sends a text to its end even if the page is left for another surface", async () => {
    showComposer();
    const fetched = vi.spyOn(window, "fetch");
    await userEvent.type(field(), "Привет{Enter}");
    expect(fetched).toHaveBeenCalledWith(
      expect.stringMatching(/\/sendMessage$/),
      expect.objectContaining({ keepalive: true }),
    );
  });

  it("inserts a new line on Shift+Enter", async () => {
    const { sent } = showComposer();
    await userEvent.type(field(), "раз{Shift>}{Enter}{/Shift}два");
    expect(field()).toHaveValue("раз\nдва");
    expect(sent).toEqual([]);
  });

  it("inserts a new line on Enter of a phone, and sends by the button", async () => {
    vi.spyOn(window, "matchMedia").mockImplementation(
      (query) =>
        ({
          matches: query === "(pointer: coarse)",
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList, // the only field that is read
    );
    const { texts } = showComposer();
    await userEvent.type(field(), "раз{Enter}два");
    expect(field()).toHaveValue("раз\nдва");
    await userEvent.click(sendButton());
    expect(texts()).toEqual(["раз\nдва"]);
  });

  it("does not send on the Enter that ends a composition", () => {
    const { sent } = showComposer();
    fireEvent.change(field(), { target: { value: "日本" } });
    fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
    fireEvent.keyDown(field(), { key: "Enter", keyCode: 229 });
    expect(sent).toEqual([]);
    expect(field()).toHaveValue("日本");
  });

  it("does not send a blank text", async () => {
    const { sent } = showComposer();
    await userEvent.type(field(), "   {Enter}");
    expect(sent).toEqual([]);
    expect(sendButton()).toBeDisabled();
  });

  it("refuses more than 4000 characters and says why, and counts an emoji as one", () => {
    showComposer();
    fireEvent.change(field(), { target: { value: "ж".repeat(4001) } });
    expect(screen.getByText("1 символ сверх 4 000", { selector: "p" })).toBeVisible();
    expect(screen.queryByText(/Остал/)).toBeNull();
    expect(field()).toBeInvalid();
    expect(sendButton()).toBeDisabled();
    fireEvent.change(field(), { target: { value: "😀".repeat(4000) } });
    expect(sendButton()).toBeEnabled();
  });

  it("announces how much room is left at a few numbers only, and describes the field by it all along", () => {
    showComposer();
    const announcedAt = (length: number) => {
      fireEvent.change(field(), { target: { value: "ж".repeat(length) } });
      return screen.getAllByRole("status").map(({ textContent }) => textContent);
    };
    expect(announcedAt(3700)).toEqual([""]);
    for (const length of [3805, 3806, 3807, 3949])
      expect(announcedAt(length)).toEqual(["Осталось 195 символов"]);
    expect(field()).toHaveAccessibleDescription("Остался 51 символ");
    expect(announcedAt(3950)).toEqual(["Осталось 50 символов"]);
    expect(announcedAt(3990)).toEqual(["Осталось 10 символов"]);
    expect(announcedAt(4000)).toEqual(["Осталось 0 символов"]);
    for (const length of [4001, 4002])
      expect(announcedAt(length)).toEqual(["1 символ сверх 4\u00a0000"]);
    expect(field()).toHaveAccessibleDescription("2 символа сверх 4\u00a0000");
  });
});

describe("an unsent text", () => {
  it("is restored when the chat is opened again, until it is sent", async () => {
    const first = showComposer();
    await userEvent.type(field(), "начатое");
    document.body.replaceChildren();
    showComposer();
    expect(field()).toHaveValue("начатое");
    await userEvent.type(field(), "{Enter}");
    document.body.replaceChildren();
    showComposer();
    expect(field()).toHaveValue("");
    expect(first.sent).toEqual([]);
  });
});

describe("a message with a file whose tags are being looked for", () => {
  const chosen = () => screen.queryByRole("list", { name: messages.Messenger.composerFiles });
  /** Chooses a film that the browser does not know, writes and presses Enter; returns how to let the film be read. */
  const sendFilm = async (start: number[]) => {
    const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
    const bytes = Uint8Array.from([...start, ...Array<number>(64).fill(0xff)]);
    const film = new File([bytes], "film.mkv");
    vi.spyOn(film, "slice").mockReturnValue({ arrayBuffer: () => promise } as unknown as Blob); // its only call
    showComposer();
    const input = screen.getByLabelText(messages.Messenger.composerAttach, { selector: "input" });
    await userEvent.upload(input, film);
    await userEvent.type(field(), "смотри{Enter}");
    expect(chosen()).toBeVisible();
    expect(field()).toHaveValue("смотри");
    return () => act(async () => resolve(bytes.buffer));
  };

  it("is sent by itself once they can be removed", async () => {
    const read = await sendFilm([0x00]);
    await read();
    await waitFor(() => expect(chosen()).toBeNull());
    expect(field()).toHaveValue("");
  });

  it("stays when they cannot, with the reason, and is sent when the member sends it again", async () => {
    const read = await sendFilm([0x1a, 0x45, 0xdf, 0xa3]);
    await read();
    expect(await screen.findByText(/film\.mkv: убрать из файла место съёмки/)).toBeVisible();
    expect(chosen()).toBeVisible();
    expect(field()).toHaveValue("смотри");
    await userEvent.click(sendButton());
    expect(chosen()).toBeNull();
    expect(field()).toHaveValue("");
  });
});

describe("a paste", () => {
  const chosen = () => screen.queryByRole("list", { name: messages.Messenger.composerFiles });
  /** Text by its type, beside a picture. */
  const pasteWithPicture = (texts: Record<string, string>) => {
    const clipboardData = {
      types: [...Object.keys(texts), "Files"],
      files: [new File(["x"], "image.png", { type: "image/png" })],
      getData: (type: string) => texts[type === "text" ? "text/plain" : type] ?? "",
    };
    return userEvent.paste(clipboardData as unknown as DataTransfer); // what is read of it
  };
  const office = '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table></table></html>';
  const cells = { "text/plain": "7\t8", "text/html": office };

  it.each([
    ["cells of Excel, into the field", cells, field],
    ["cells of Excel, beside the field", cells, () => document.body],
    ["a paragraph of Word", { "text/plain": "7\t8", "text/rtf": "{\\rtf1 7 8}" }, field],
  ])("of %s inserts their text, and not the picture of them", async (_what, texts, place) => {
    showComposer();
    act(() => place().focus());
    await pasteWithPicture(texts);
    expect(field()).toHaveValue("7\t8");
    expect(chosen()).toBeNull();
  });

  it.each([
    ["a screenshot", {}],
    ["a picture of Excel", { "text/plain": " ", "text/html": office }],
    ["a picture of a page", { "text/html": "<img>" }],
    ["a file", { "text/plain": "image.png" }],
  ])("of %s attaches it", async (_what, texts) => {
    showComposer();
    act(() => field().focus());
    await pasteWithPicture(texts);
    await waitFor(() => expect(chosen()).toBeVisible());
    expect(field()).toHaveValue("");
  });
});

describe("a character typed outside any field", () => {
  it("is inserted into the composer", async () => {
    showComposer();
    await userEvent.keyboard("ж");
    expect(field()).toHaveFocus();
  });
});

describe("a text pasted outside any field", () => {
  const paste = (text: string) =>
    fireEvent.paste(document.body, {
      clipboardData: { types: ["text/plain"], files: [], getData: () => text },
    });

  it("is inserted into the composer, with the line ends of Windows as new lines", async () => {
    const { texts } = showComposer();
    paste("раз\r\nдва\r\nтри");
    expect(field()).toHaveValue("раз\nдва\nтри");
    paste("!");
    expect(field()).toHaveValue("раз\nдва\nтри!");
    await userEvent.type(field(), "{Enter}");
    expect(texts()).toEqual(["раз\nдва\nтри!"]);
  });
});
