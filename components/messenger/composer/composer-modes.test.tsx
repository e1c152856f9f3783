import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Composer } from "#components/messenger/composer/composer.tsx";
import {
  ConversationProvider,
  useConversation,
} from "#components/messenger/conversation/conversation-state.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { chatOf, me, messageOf, peer } from "#lib/testing/message-samples.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;
const field = () => screen.getByRole("textbox", { name: t.message });

/** The composer of chat 7 beside buttons that reply and edit, and the requests it makes. */
function showComposer(
  kind: "private" | "group" = "private",
  own = messageOf(3, { author: me, text: "с ошипкой" }),
) {
  const asked: { path: string; body: unknown }[] = [];
  showInMessenger(
    <>
      <Do name="reply" message={messageOf(2, { text: "вопрос" })} />
      <Do name="edit" message={own} />
      <Composer chat={chatOf({ kind })} />
    </>,
    (path, body) => {
      asked.push({ path, body });
      if (path.includes("/group/members/"))
        return { body: { data: [{ person: peer, role: "member" }], meta: { next: null } } };
      const { client_id = own.client_id, text } = body as Partial<Message>; // only the requests that have them
      return { status: 201, body: { data: messageOf(9, { client_id, text, author: me }) } };
    },
  );
  const bodies = (call: string) =>
    asked.filter(({ path }) => path.endsWith(call)).map(({ body }) => body);
  return { bodies };
}

function Do({ name, message }: { name: "reply" | "edit"; message: Message }) {
  const { [name]: act } = useConversation();
  return <button onClick={() => act(message)}>{name}</button>;
}

/** Chat 7 and another one, which the member opens in turn. */
function Chats({ own }: { own: Message }) {
  const [chatId, setChatId] = useState(7);
  return (
    <>
      <button onClick={() => setChatId(15 - chatId)}>switch</button>
      <ConversationProvider key={chatId} chatId={chatId} openAt={null}>
        <Do name="reply" message={messageOf(2, { text: "вопрос" })} />
        <Do name="edit" message={own} />
        <Composer chat={chatOf({ id: chatId })} />
      </ConversationProvider>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
beforeEach(() => localStorage.clear());

describe("a reply", () => {
  it("shows the answered message, and names it when it is sent", async () => {
    const { bodies } = showComposer();
    await press("reply");
    expect(field()).toHaveFocus();
    const bar = screen.getByRole("group", { name: t["composer-reply"] });
    expect(within(bar).getByText("вопрос")).toBeVisible();
    await userEvent.type(field(), "ответ{Enter}");
    await waitFor(() =>
      expect(bodies("/sendMessage")).toMatchObject([{ text: "ответ", reply_to: 2 }]),
    );
    expect(screen.queryByRole("group", { name: t["composer-reply"] })).toBeNull();
  });

  it("ends by Escape", async () => {
    const { bodies } = showComposer();
    await press("reply");
    await userEvent.type(field(), "{Escape}просто так{Enter}");
    await waitFor(() => expect(bodies("/sendMessage")).toHaveLength(1));
    expect(bodies("/sendMessage")[0]).not.toHaveProperty("reply_to");
  });
});

describe("a reply or an edit that was begun", () => {
  const other = () => screen.queryByRole("group", { name: /./ });
  const showChats = () =>
    showInMessenger(<Chats own={messageOf(3, { author: me, text: "с ошипкой" })} />, () => ({
      body: { data: { draft: "", draft_version: 1 } },
    }));

  it("is still a reply when the member returns from another chat", async () => {
    showChats();
    await press("reply");
    await press("switch");
    expect(other()).toBeNull();
    await press("switch");
    expect(screen.getByRole("group", { name: t["composer-reply"] })).toBeVisible();
    await userEvent.type(field(), "{Escape}");
    await press("switch");
    await press("switch");
    expect(other()).toBeNull();
  });

  it("is still an edit, with all that was typed", async () => {
    showChats();
    await press("edit");
    await userEvent.type(field(), "!");
    await press("switch");
    expect(field()).toHaveValue("");
    await press("switch");
    expect(field()).toHaveValue("с ошипкой!");
  });
});

describe("editing a message", () => {
  it("starts with its text, saves it, and restores the draft", async () => {
    const { bodies } = showComposer();
    await userEvent.type(field(), "черновик");
    await press("edit");
    expect(field()).toHaveValue("с ошипкой");
    await userEvent.clear(field());
    await userEvent.type(field(), "без ошибки{Enter}");
    await waitFor(() =>
      expect(bodies("/editMessage/7")).toEqual([{ seq: 3, text: "без ошибки", mentions: [] }]),
    );
    expect(field()).toHaveValue("черновик");
    expect(bodies("/sendMessage")).toEqual([]);
  });

  it("ends by Escape without a change", async () => {
    const { bodies } = showComposer();
    await userEvent.type(field(), "черновик");
    await press("edit");
    await userEvent.type(field(), " и ещё{Escape}");
    expect(field()).toHaveValue("черновик");
    expect(bodies("/editMessage/7")).toEqual([]);
    await press("edit");
    expect(field()).toHaveValue("с ошипкой");
  });
});

describe("naming a member of a group", () => {
  it("is offered behind an @, and chosen by Enter", async () => {
    const { bodies } = showComposer("group");
    await userEvent.type(field(), "привет, @Мад");
    const list = await screen.findByRole("listbox", { name: t.composerMention });
    const option = within(list).getByRole("option", { name: /Юсупова Мадина/ });
    expect(await within(option).findByText("Мад", { selector: "mark" })).toBeVisible();
    await userEvent.type(field(), "{Enter}");
    expect(field()).toHaveValue("привет, @Мадина Юсупова ");
    await userEvent.type(field(), "смотри{Enter}");
    await waitFor(() =>
      expect(bodies("/sendMessage")).toMatchObject([
        {
          text: "привет, @Мадина Юсупова смотри",
          mentions: [{ id: peer.id, offset: 8, length: 15 }],
        },
      ]),
    );
  });

  it("is no longer offered after Back, which leaves the chat open and the typed words as they are", async () => {
    const address = window.location.href;
    showComposer("group");
    await userEvent.type(field(), "привет, @Мад");
    await screen.findByRole("listbox", { name: t.composerMention });
    await waitFor(() => expect(window.history.state).toMatchObject({ depth: 1 }));
    window.history.back();
    await waitFor(() => expect(screen.queryByRole("listbox")).not.toBeInTheDocument());
    expect(field()).toHaveValue("привет, @Мад");
    expect(window.location.href).toBe(address);
  });
});

it("a mention that is changed to another member of the same name is saved", async () => {
  const text = "@Мадина Юсупова";
  const mention = { id: 5, offset: 0, length: text.length };
  const { bodies } = showComposer("group", messageOf(3, { author: me, text, mentions: [mention] }));
  await press("edit");
  await userEvent.clear(field());
  await userEvent.type(field(), "@Мад");
  await screen.findByRole("option", { name: /Юсупова Мадина/ });
  await userEvent.type(field(), "{Enter}");
  await userEvent.type(field(), "{Enter}");
  const mentions = [{ ...mention, id: peer.id }];
  await waitFor(() => expect(bodies("/editMessage/7")).toEqual([{ seq: 3, text, mentions }]));
});

it("an edit that changes nothing is not sent", async () => {
  const text = "@Мадина Юсупова";
  const mention = { id: 5, offset: 0, length: text.length };
  const { bodies } = showComposer("group", messageOf(3, { author: me, text, mentions: [mention] }));
  await press("edit");
  await userEvent.type(field(), " {Enter}");
  expect(bodies("/editMessage/7")).toEqual([]);
});

describe("files", () => {
  const choose = (...files: File[]) =>
    userEvent.upload(screen.getByLabelText(t.composerAttach, { selector: "input" }), files);

  beforeEach(() => {
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x" }));
    Object.assign(URL, { revokeObjectURL: () => undefined });
  });

  it("are listed above the field before they are sent, and can be removed", async () => {
    showComposer();
    await choose(new File(["x"], "план.pdf", { type: "application/pdf" }));
    const list = await screen.findByRole("list", { name: t.composerFiles });
    expect(within(list).getByText("план.pdf")).toBeVisible();
    expect(screen.getByRole("button", { name: t.send })).toBeEnabled();
    await userEvent.click(within(list).getByRole("button"));
    expect(screen.queryByRole("list", { name: t.composerFiles })).toBeNull();
  });

  it("that the server would refuse are reported before the upload", async () => {
    showComposer();
    await choose(new File([], "пусто.txt"), new File(["x"], "virus.exe"));
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("пусто.txt: файл пустой");
    expect(alert).toHaveTextContent("virus.exe");
    expect(screen.queryByRole("list", { name: t.composerFiles })).toBeNull();
  });

  it("are at most ten", async () => {
    showComposer();
    await choose(...Array.from({ length: 12 }, (_, index) => new File(["x"], `файл ${index}.txt`)));
    const list = await screen.findByRole("list", { name: t.composerFiles });
    expect(within(list).getAllByRole("listitem")).toHaveLength(10);
    expect(screen.getByRole("alert")).toHaveTextContent("файл 11.txt");
  });
});

describe("the remaining characters", () => {
  it("are counted near the limit", async () => {
    showComposer();
    await userEvent.click(field());
    await userEvent.paste("ж".repeat(3790));
    expect(screen.queryByText(/Остал/)).toBeNull();
    await userEvent.paste("ж".repeat(110));
    expect(screen.getByText("Осталось 100 символов", { ignore: "[role=status]" })).toBeVisible();
  });
});
