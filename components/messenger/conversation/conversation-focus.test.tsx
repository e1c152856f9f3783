import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import { shownToasts } from "#components/testing/render.tsx";
import { type AnswerPath, showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { ConfirmProvider } from "#components/ui/overlays/confirm-modal.tsx";
import { chatOf, me, messageOf } from "#lib/testing/message-samples.ts";
import type { Message, SendMessageInput } from "#lib/messenger/contract/schema.ts";
import texts from "#messages/ru.json" with { type: "json" };

const t = texts.MessageMenu;

const theirs = messageOf(1, { text: "Когда встреча?" });
const own = messageOf(2, { text: "В субботу", author: me });

/** A chat of these messages; a request that changes something is answered by `write`, or never. */
function show(
  history: Message[] = [theirs, own],
  write: AnswerPath = () => new Promise(() => undefined),
) {
  showInMessenger(
    <ConfirmProvider>
      <Conversation kind="private" chatId={7} />
    </ConfirmProvider>,
    (path, body) => {
      const meta = { first_seq: 1, last_seq: history.length, last_change: 0 };
      if (path.includes("/getMessages/")) return { body: { data: history, meta } };
      if (path.includes("/chats/all")) return { body: { data: [chatOf()], meta: { next: null } } };
      if (path.includes("/chats/")) return { body: { data: chatOf({ last_seq: history.length }) } };
      if (path.includes("/friends/")) return { body: { data: [], meta: { next: null } } };
      return write(path, body);
    },
  );
}

function onDevice({ isPhone }: { isPhone: boolean }) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes(isPhone ? "pointer: coarse" : "hover: hover"),
    addEventListener: () => null,
    removeEventListener: () => null,
  }));
}

async function rowOf(text: string): Promise<HTMLElement> {
  const found = await screen.findByText(text, { selector: "[data-text]" });
  return found.closest("li") ?? document.body;
}
async function choose(text: string, entry: string) {
  const row = await rowOf(text);
  await userEvent.click(within(row).getByRole("button", { name: texts.Bubble.actions }));
  await userEvent.click(await screen.findByText(entry, { selector: "[role] *" }));
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
/** A chat that opens gives the focus to its field. */
const opened = () =>
  waitFor(() =>
    expect(screen.queryByRole("textbox", { name: texts.Messenger.message })).toHaveFocus(),
  );
async function agree() {
  const question = await screen.findByRole("dialog", { name: "Удалить сообщение у всех?" });
  await userEvent.click(within(question).getByRole("button", { name: texts.Site.ok }));
}
const field = () => screen.getByRole("textbox", { name: texts.Messenger.message });
const history = () => screen.getByRole("region", { name: texts.Messenger.history });

beforeEach(() => {
  localStorage.clear();
  onDevice({ isPhone: false });
});

describe("a member who ends the selection of messages", () => {
  const select = async (text: string) => {
    await choose(text, t.select);
    await waitFor(() => expect(screen.getByRole("toolbar", { name: t.chosen })).toHaveFocus());
  };

  it.each([
    ["by the cross", () => press(t.cancelChoice)],
    ["by Escape", () => userEvent.keyboard("{Escape}")],
    ["by copying", () => press(t.copyText)],
    ["by deleting", () => press(t.delete).then(agree)],
  ])("%s goes on in the field", async (_how, end) => {
    userEvent.setup(); // a clipboard
    show();
    await select("В субботу");
    await end();
    await waitFor(() => expect(field()).toHaveFocus());
    expect(screen.queryByRole("toolbar", { name: t.chosen })).toBeNull();
  });

  it("keeps the selection when the browser refuses to copy", async () => {
    userEvent.setup(); // a clipboard
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("denied"));
    show();
    await select("В субботу");
    await press(t.copyText);
    await waitFor(() => expect(shownToasts()).toEqual([`Ошибка: ${t.notCopied}`]));
    expect(screen.getByRole("toolbar", { name: t.chosen })).toBeVisible();
  });

  it("by forwarding goes on in the field", async () => {
    show([theirs, own], (_path, body) => {
      const { client_id } = body as SendMessageInput; // the body that the outbox sends
      return { status: 201, body: { data: messageOf(5, { client_id, author: me }) } };
    });
    await select("В субботу");
    await press(t.forward);
    const dialog = await screen.findByRole("dialog", { name: texts.Forward.title });
    await userEvent.click(await within(dialog).findByRole("checkbox", { name: chatOf().title }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Переслать" }));
    await waitFor(() => expect(field()).toHaveFocus());
  });

  it("on a phone goes on in the history, because the field would open the keyboard", async () => {
    onDevice({ isPhone: true });
    show();
    await select("В субботу");
    await press(t.cancelChoice);
    await waitFor(() => expect(history()).toHaveFocus());
  });
});

it("a member who deletes a message is left at its bubble", async () => {
  show();
  await choose("В субботу", t.delete);
  await agree();
  const bubble = (await screen.findByText(texts.Bubble.deleted)).closest("li");
  expect(bubble).toHaveFocus();
});

it("a member who takes the only reaction of a message back is left at its bubble", async () => {
  show([{ ...theirs, reactions: [{ emoji: "🎉", count: 1, user_ids: [me.id] }] }, own]);
  await opened();
  const row = await rowOf("Когда встреча?");
  await userEvent.click(within(row).getByRole("button", { name: /🎉/u }));
  expect(screen.queryByRole("button", { name: /🎉/u })).toBeNull();
  expect(row).toHaveFocus();
});

describe("a member whose message is not sent", () => {
  const refused = { status: 403, body: { message: "Недостаточно прав", code: "forbidden" } };
  /** Writes a message that is refused; a retry of it is not answered. */
  const write = async () => {
    const answers = [refused];
    show([theirs, own], (path) => {
      const answer = path.includes("/sendMessage") ? answers.pop() : undefined;
      return answer ?? new Promise(() => undefined);
    });
    await opened();
    await userEvent.type(field(), "Привет{Enter}");
    return rowOf("Привет");
  };
  const pressIn = async (row: HTMLElement, name: string) =>
    userEvent.click(await within(row).findByRole("button", { name }));

  it("is left at its bubble when they retry it", async () => {
    const row = await write();
    await pressIn(row, texts.Messenger.retry);
    expect(within(row).queryByRole("button", { name: texts.Messenger.retry })).toBeNull();
    expect(row).toHaveFocus();
  });

  it("goes on in the field when they delete it", async () => {
    const row = await write();
    await pressIn(row, texts.Messenger.delete);
    expect(row).not.toBeInTheDocument();
    expect(field()).toHaveFocus();
  });

  it("on a phone goes on in the history when they delete it", async () => {
    const row = await write();
    onDevice({ isPhone: true });
    await pressIn(row, texts.Messenger.delete);
    expect(history()).toHaveFocus();
  });
});

describe("a member who cancels the upload of a file", () => {
  /** Sends a file, which is still uploaded, with a text. */
  const send = async (text: string) => {
    show();
    await opened();
    const input = screen.getByLabelText(texts.Messenger.composerAttach, { selector: "input" });
    await userEvent.upload(input, new File(["x"], "план.pdf", { type: "application/pdf" }));
    await screen.findByRole("list", { name: texts.Messenger.composerFiles });
    await userEvent.type(field(), `${text}{Enter}`);
    return screen.findByRole("button", { name: "Не отправлять файл план.pdf" });
  };

  it("is left at the bubble of its message, which has a text", async () => {
    const cancel = await send("смотри");
    await userEvent.click(cancel);
    expect(cancel).not.toBeInTheDocument();
    expect(await rowOf("смотри")).toHaveFocus();
  });

  it("goes on in the field when the message was nothing else", async () => {
    const cancel = await send("");
    await userEvent.click(cancel);
    expect(cancel).not.toBeInTheDocument();
    expect(field()).toHaveFocus();
  });
});
