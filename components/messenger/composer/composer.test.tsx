import { fireEvent, screen } from "@testing-library/react";
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
    expect(screen.getByText("1 символ сверх 4 000")).toBeVisible();
    expect(screen.queryByText(/Остал/)).toBeNull();
    expect(field()).toBeInvalid();
    expect(sendButton()).toBeDisabled();
    fireEvent.change(field(), { target: { value: "😀".repeat(4000) } });
    expect(sendButton()).toBeEnabled();
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

describe("a character typed outside any field", () => {
  it("is inserted into the composer", async () => {
    showComposer();
    await userEvent.keyboard("ж");
    expect(field()).toHaveFocus();
  });
});
