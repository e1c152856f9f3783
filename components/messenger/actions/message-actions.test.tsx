import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import { type AnswerPath, showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { ConfirmProvider } from "#components/ui/overlays/confirm-modal.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { chatOf, me, messageOf, peer } from "#lib/testing/message-samples.ts";
import type { Message, SendMessageInput } from "#lib/messenger/contract/schema.ts";
import texts from "#messages/ru.json" with { type: "json" };

const t = texts.MessageMenu;

const theirs = messageOf(1, { text: "Когда встреча?" });
const own = messageOf(2, { text: "В субботу", author: me });
const other = chatOf({
  id: 8,
  title: "Ким Елена",
  peer: { ...peer, id: 3, fullname: "Ким Елена" },
});

const OtherMenu = () => (
  <Menu>
    <Menu.Target>
      <button>Ещё</button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item>Открыть профиль</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

/** A server with one chat, of these messages; `write` answers the requests that change them. */
function show(write: AnswerPath, history: Message[] = [theirs, own], beside: ReactNode = null) {
  const calls: { path: string; body: unknown }[] = [];
  const answer: AnswerPath = (path, body) => {
    const meta = { first_seq: 1, last_seq: history.length, last_change: 0 };
    if (path.includes("/getMessages/")) return { body: { data: history, meta } };
    if (path.includes("/chats/all"))
      return { body: { data: [chatOf(), other], meta: { next: null } } };
    if (path.includes("/chats/")) return { body: { data: chatOf({ last_seq: history.length }) } };
    if (path.includes("/friends/")) return { body: { data: [], meta: { next: null } } };
    if (path.includes("/readMessages/"))
      return { body: { message: "", data: { last_read_seq: 2, unread: 0 } } };
    calls.push({ path, body });
    return write(path, body);
  };
  showInMessenger(
    <ConfirmProvider>
      <Conversation kind="private" chatId={7} />
      {beside}
    </ConfirmProvider>,
    answer,
  );
  return calls;
}

const refused: AnswerPath = () => ({
  status: 403,
  body: { message: "Недостаточно прав", code: "forbidden" },
});

async function rowOf(text: string): Promise<HTMLElement> {
  const found = await screen.findByText(text, { selector: "[data-text]" });
  return found.closest("li") ?? document.body;
}
async function openMenu(text: string): Promise<HTMLElement> {
  const row = await rowOf(text);
  await userEvent.click(within(row).getByRole("button", { name: texts.Bubble.actions }));
  return screen.findByRole("menu");
}
const choose = async (text: string, entry: string) =>
  userEvent.click(within(await openMenu(text)).getByRole("menuitem", { name: entry }));

/** The dialog is loaded on demand. */
const fetched = { timeout: 5000 };

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("hover: hover"),
    addEventListener: () => null,
    removeEventListener: () => null,
  }));
});

describe("a reaction", () => {
  it("shows at once, and then as the server answers", async () => {
    const gate = Promise.withResolvers<null>();
    const reactions = [{ emoji: "👍", count: 2, user_ids: [1, 2] }];
    const calls = show(async () => {
      await gate.promise;
      return { body: { message: "", data: { ...theirs, reactions, change: 1 } } };
    });
    await choose("Когда встреча?", "Поставить реакцию 👍");
    const chip = await screen.findByRole("button", { name: /👍: 1 реакция/u });
    expect(chip).toHaveAttribute("aria-pressed", "true");
    gate.resolve(null);
    expect(await screen.findByRole("button", { name: /👍: 2 реакции/u })).toBeVisible();
    expect(calls).toEqual([{ path: "/messenger/private/react/7", body: { seq: 1, emoji: "👍" } }]);
  });

  it("is shown with the names of those who chose it in the menu, which a keyboard opens as well", async () => {
    const reactions = [{ emoji: "🎉", count: 3, user_ids: [peer.id, me.id, 99] }];
    show(refused, [{ ...theirs, reactions }, own]);
    const row = await rowOf("Когда встреча?");
    // A chat that opens gives the focus to its field.
    await waitFor(() => expect(screen.getByRole("textbox")).toHaveFocus());
    const button = within(row).getByRole("button", { name: texts.Bubble.actions });
    expect(button).toHaveAttribute("aria-haspopup", "menu");
    button.focus();
    await userEvent.keyboard("{Enter}");
    const menu = await screen.findByRole("menu");
    expect(menu).toHaveTextContent(`🎉${peer.fullname}, ${texts.Messenger.you}, ещё 1 человек`);
    expect(within(menu).queryByRole("list")).toBeNull();
  });

  it("that is removed at once does not come back with the answer to the first request", async () => {
    const gates = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    let change = 0;
    const calls = show(async (_path, body) => {
      const { emoji } = body as { emoji: string | null }; // the body of a reaction
      await gates[change]?.promise;
      change += 1;
      const reactions = emoji === null ? [] : [{ emoji, count: 1, user_ids: [1] }];
      return { body: { message: "", data: { ...theirs, reactions, change } } };
    });
    await choose("Когда встреча?", "Поставить реакцию 👍");
    await userEvent.click(await screen.findByRole("button", { name: /👍: 1/u }));
    expect(screen.queryByRole("button", { name: /👍: 1/u })).toBeNull();
    gates[0]?.resolve(null);
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(screen.queryByRole("button", { name: /👍: 1/u })).toBeNull();
    gates[1]?.resolve(null);
    await waitFor(() => expect(change).toBe(2));
    expect(screen.queryByRole("button", { name: /👍: 1/u })).toBeNull();
  });

  it("is removed by pressing it, and comes back if that is refused", async () => {
    const gate = Promise.withResolvers<null>();
    const mine = { ...theirs, reactions: [{ emoji: "🎉", count: 1, user_ids: [1] }] };
    const calls = show(
      async (path, body) => {
        await gate.promise;
        return refused(path, body);
      },
      [mine, own],
    );
    await rowOf("Когда встреча?");
    await userEvent.click(screen.getByRole("button", { name: /🎉/u }));
    expect(screen.queryByRole("button", { name: /🎉/u })).toBeNull();
    expect(calls).toEqual([{ path: "/messenger/private/react/7", body: { seq: 1, emoji: null } }]);
    gate.resolve(null);
    expect(await screen.findByRole("button", { name: /🎉/u })).toBeVisible();
  });
});

describe("a message", () => {
  it("of another member can be replied to, but neither edited nor deleted", async () => {
    show(refused);
    const menu = await openMenu("Когда встреча?");
    const entries = within(menu)
      .getAllByRole("menuitem")
      .map((item) => item.textContent);
    expect(entries).toEqual(expect.arrayContaining([t.reply, t.copyText, t.forward, t.select]));
    expect(entries).not.toContain(t.edit);
    expect(entries).not.toContain(t.delete);
  });

  it("is deleted after a confirmation, and comes back if that is refused", async () => {
    const gate = Promise.withResolvers<null>();
    show(async (path, body) => {
      await gate.promise;
      return refused(path, body);
    });
    await choose("В субботу", t.delete);
    const question = await screen.findByRole("dialog", { name: "Удалить сообщение у всех?" });
    await userEvent.click(within(question).getByRole("button", { name: texts.Site.ok }));
    expect(await screen.findByText(texts.Bubble.deleted)).toBeInTheDocument();
    expect(screen.queryByText("В субботу")).toBeNull();
    gate.resolve(null);
    expect(await screen.findByText("В субботу")).toBeInTheDocument();
  });

  it("is forwarded to the chosen chats", async () => {
    const calls = show((_path, body) => {
      const { client_id } = body as SendMessageInput; // the body that the outbox sends
      const data = messageOf(5, { chat_id: 8, client_id, author: me });
      return { status: 201, body: { data } };
    });
    await choose("Когда встреча?", t.forward);
    const dialog = await screen.findByRole("dialog", { name: texts.Forward.title }, fetched);
    await userEvent.click(await within(dialog).findByRole("checkbox", { name: "Ким Елена" }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Переслать" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]).toMatchObject({
      path: "/messenger/private/sendMessage",
      body: { chat_id: 8, forward: { chat_id: 7, seq: 1 } },
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

it("the search for chats to forward to announces how many it shows", async () => {
  show(refused);
  await choose("Когда встреча?", t.forward);
  await userEvent.type(await screen.findByRole("searchbox", {}, fetched), "Ким");
  expect(await screen.findByText("Показано 2 результата")).toHaveAttribute("role", "status");
});

it("the search for chats to forward to marks in a name what the words in another script have found", async () => {
  show(refused);
  await choose("Когда встреча?", t.forward);
  await userEvent.type(await screen.findByRole("searchbox", {}, fetched), "kim");
  expect(await screen.findByText("Ким", { selector: "mark" })).toBeVisible();
  expect(screen.getByRole("checkbox", { name: "Ким Елена" })).toBeVisible();
});

describe("several messages", () => {
  it("are selected by pressing anywhere on them, until Escape", async () => {
    show(refused);
    await choose("Когда встреча?", t.select);
    const bar = await screen.findByRole("toolbar", { name: t.chosen });
    expect(within(bar).getByText("Выбрано 1 сообщение")).toBeVisible();
    await userEvent.click(screen.getByRole("checkbox", { name: /В субботу/u }));
    expect(within(bar).getByText("Выбрано 2 сообщения")).toBeVisible();
    expect(within(bar).queryByRole("button", { name: t.delete })).toBeNull();
    await userEvent.click(screen.getByRole("checkbox", { name: /Когда встреча/u }));
    expect(within(bar).getByRole("button", { name: t.delete })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("toolbar", { name: t.chosen })).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("stay selected by an Escape that closes a menu", async () => {
    show(refused, [theirs, own], <OtherMenu />);
    await choose("Когда встреча?", t.select);
    await screen.findByRole("toolbar", { name: t.chosen });
    await userEvent.click(screen.getByRole("button", { name: "Ещё" }));
    await screen.findByRole("menu");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(screen.getByRole("toolbar", { name: t.chosen })).toBeVisible();
  });
});

it("on a phone the sheet of a message gives the focus to all emoji when they take the place of its buttons", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("pointer: coarse"),
    addEventListener: () => null,
    removeEventListener: () => null,
  }));
  show(refused);
  const row = await rowOf("Когда встреча?");
  const button = within(row).getByRole("button", { name: texts.Bubble.actions });
  expect(button).toHaveAttribute("aria-haspopup", "dialog");
  await userEvent.click(button);
  const sheet = await screen.findByRole("dialog", { name: t.title });
  await userEvent.click(within(sheet).getByRole("button", { name: t.allReactions }));
  const emoji = within(sheet).getByRole("group", { name: texts.Emoji.title });
  expect(emoji.parentElement).toHaveFocus();
});
