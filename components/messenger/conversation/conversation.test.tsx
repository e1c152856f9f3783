import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { BrowserTab } from "#components/layout/brand/browser-tab.tsx";
import { useMarkPage } from "#components/layout/use-mark-page.ts";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import { ConversationMessages } from "#components/messenger/conversation/conversation-messages.tsx";
import { ConversationProvider } from "#components/messenger/conversation/conversation-state.tsx";
import { type AnswerPath, showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { chatOf, me, messageOf, messagesFrom, peer } from "#lib/testing/message-samples.ts";
import type { Chat, Message, SendMessageInput } from "#lib/messenger/contract/schema.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;

/** The answers of a server with one chat. */
function serverWith(chat: Chat, history: Message[], send?: AnswerPath): AnswerPath {
  return (path, body) => {
    if (path.includes("/sendMessage") && send) return send(path, body);
    if (path.includes("/getMessages/"))
      return {
        body: {
          data: history,
          meta: { first_seq: history[0]?.seq ?? 0, last_seq: chat.last_seq, last_change: 0 },
        },
      };
    return { body: { data: chat } };
  };
}

const show = (answer: AnswerPath) =>
  showInMessenger(<Conversation kind="private" chatId={7} />, answer);
const bubble = (text: string) =>
  screen.findByText(text, { selector: "[data-bubble] *" }).then((found) => {
    const row = found.closest("li");
    if (!row) throw new Error(`${text} is in no bubble`);
    return row;
  });

/** A tab of the messenger, in which the open chat can be left. */
function Tab() {
  const [isOpen, setOpen] = useState(true);
  useMarkPage(3);
  return (
    <>
      <BrowserTab />
      <button onClick={() => setOpen(false)}>leave</button>
      {isOpen && <Conversation kind="private" chatId={7} />}
    </>
  );
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("a conversation", () => {
  it("shows the other member and the messages, oldest first", async () => {
    show(serverWith(chatOf(), messagesFrom(1, 4)));
    const heading = await screen.findByRole("heading", { name: chatOf().title });
    expect(within(heading).getByRole("link")).toHaveAttribute(
      "href",
      `http://profile.kampus.localhost/ru/users/${peer.id}`,
    );
    await bubble("message 4");
    const written = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(written.join()).toMatch(/message 1.*message 2.*message 3.*message 4/);
    expect(screen.queryByText(t.newMessages)).toBeNull();
  });

  it("requests the history without waiting for the chat, and only once", async () => {
    const gate = Promise.withResolvers<null>();
    const answer = serverWith(chatOf(), messagesFrom(1, 4));
    let asked = 0;
    show(async (path, body) => {
      if (path.includes("/getMessages/")) asked += 1;
      else if (path.includes("/chats/")) await gate.promise;
      return answer(path, body);
    });
    await waitFor(() => expect(asked).toBe(1));
    gate.resolve(null);
    await bubble("message 4");
    expect(asked).toBe(1);
  });

  it("marks where the unread messages begin", async () => {
    show(serverWith(chatOf({ unread: 2, last_read_seq: 2 }), messagesFrom(1, 4)));
    const line = await screen.findByText(t.newMessages);
    expect(line.compareDocumentPosition(await bubble("message 3"))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(line.compareDocumentPosition(await bubble("message 2"))).toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    );
  });

  it("invites to write when it is empty", async () => {
    show(serverWith(chatOf({ last_message: null, last_seq: 0, last_read_seq: 0 }), []));
    expect(await screen.findByText(t.emptyConversation)).toBeVisible();
  });

  it("tells a newcomer to a group that what was written before is not shown, not that nothing was", async () => {
    const group = chatOf({
      ...{ kind: "group", peer: null, title: "Группа 101", last_message: null },
      ...{ last_seq: 30, last_read_seq: 30 },
    });
    showInMessenger(<Conversation kind="group" chatId={7} />, (path, body) =>
      path.includes("/getMessages/")
        ? { body: { data: [], meta: { first_seq: 31, last_seq: 30, last_change: 0 } } }
        : serverWith(group, [])(path, body),
    );
    expect(await screen.findByText(t.emptySinceJoined)).toBeVisible();
    expect(screen.queryByText(t.emptyConversation)).toBeNull();
  });

  it("names the tab, after the number of unread messages, until it is left", async () => {
    const { brand } = messages.Site;
    document.title = t.title;
    showInMessenger(<Tab />, serverWith(chatOf(), messagesFrom(1, 4)));
    await waitFor(() => expect(document.title).toBe(`(3) ${chatOf().title} · ${brand}`));
    await userEvent.click(screen.getByRole("button", { name: "leave" }));
    await waitFor(() => expect(document.title).toBe(`(3) ${t.title} · ${brand}`));
  });

  it("says when the chat does not exist", async () => {
    show(() => ({ status: 404, body: { message: "Ничего не найдено", code: "not_found" } }));
    expect(await screen.findByText(t.notFound)).toBeVisible();
  });

  it("shows why it could not be loaded, and retries", async () => {
    let broken = true;
    const answer = serverWith(chatOf(), messagesFrom(1, 4));
    show((path, body) =>
      broken && path.includes("/getMessages/")
        ? { status: 503, body: { message: "Сервис временно недоступен", code: "unavailable" } }
        : answer(path, body),
    );
    expect(await screen.findByText("Сервис временно недоступен")).toBeVisible();
    broken = false;
    await userEvent.click(screen.getByRole("button", { name: messages.Layout.retry }));
    await bubble("message 4");
  });
});

describe("a message to which a member goes", () => {
  const quoted = messageOf(1, { text: "Когда встреча?" });
  const reply = { seq: 1, author: peer, text: quoted.text, attachment: null, deleted: false };
  const answer = messageOf(2, { text: "В субботу", author: me, reply_to: 1, reply });
  const spoken = (text: string) =>
    waitFor(() =>
      expect(screen.getAllByRole("status").map((status) => status.textContent)).toContain(text),
    );

  it("by a quote is announced with its author", async () => {
    show(serverWith(chatOf({ last_seq: 2, last_read_seq: 2 }), [quoted, answer]));
    const row = await bubble("В субботу");
    await userEvent.click(within(row).getByRole("button", { name: /Когда встреча/u }));
    await spoken(`${peer.fullname}: Когда встреча?`);
  });

  it("by an address is announced once it is shown, without its text if that is deleted", async () => {
    const deleted = { ...quoted, text: "", deleted_at: quoted.created_at };
    showInMessenger(
      <ConversationProvider chatId={7} openAt={1}>
        <ConversationMessages
          address={{ kind: "private", chatId: 7 }}
          chat={chatOf({ last_seq: 2, last_read_seq: 2 })}
          isCached={false}
          chatFailure={null}
        />
      </ConversationProvider>,
      serverWith(chatOf({ last_seq: 2, last_read_seq: 2 }), [deleted, answer]),
    );
    await spoken(`${peer.fullname}: ${messages.Bubble.deleted}`);
  });
});

describe("a message on its way", () => {
  const write = async (text: string) => {
    await bubble("message 4");
    await userEvent.type(screen.getByRole("textbox"), `${text}{Enter}`);
    return bubble(text);
  };
  const stored = (body: unknown) => {
    const { client_id, text: written } = body as SendMessageInput; // the body that the composer sends
    const text = written ?? "";
    return { status: 201, body: { data: messageOf(5, { client_id, text, author: me }) } };
  };

  it("is visibly pending, then sent", async () => {
    const gate = Promise.withResolvers<null>();
    show(
      serverWith(chatOf(), messagesFrom(1, 4), async (_path, body) => {
        await gate.promise;
        return stored(body);
      }),
    );
    const row = await write("Привет");
    expect(within(row).getByRole("img", { name: t.sending })).toBeVisible();
    gate.resolve(null);
    expect(await within(row).findByRole("img", { name: t.sent })).toBeVisible();
  });

  it("offers a retry when it failed, which repeats its client_id", async () => {
    const ids: string[] = [];
    show(
      serverWith(chatOf(), messagesFrom(1, 4), (_path, body) => {
        ids.push((body as SendMessageInput).client_id);
        if (ids.length === 1) throw new TypeError("network away");
        return stored(body);
      }),
    );
    const row = await write("Привет");
    await userEvent.click(await within(row).findByRole("button", { name: t.retry }));
    expect(await within(row).findByRole("img", { name: t.sent })).toBeVisible();
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it("shows why it was refused, and can be removed", async () => {
    const refusal = { status: 403, body: { message: "Недостаточно прав", code: "forbidden" } };
    show(serverWith(chatOf(), messagesFrom(1, 4), () => refusal));
    const row = await write("Привет");
    expect(await within(row).findByText("Недостаточно прав")).toBeVisible();
    await userEvent.click(within(row).getByRole("button", { name: t.delete }));
    expect(row).not.toBeInTheDocument();
  });

  it("that is refused is announced with the reason, also when a retry of it is refused", async () => {
    const refusal = { status: 403, body: { message: "Недостаточно прав", code: "forbidden" } };
    let answer: PromiseWithResolvers<typeof refusal> | undefined;
    show(
      serverWith(chatOf(), messagesFrom(1, 4), () => {
        answer = Promise.withResolvers();
        return answer.promise;
      }),
    );
    const row = await write("Привет");
    const said = () => screen.queryByText(`${t.notSent}: Недостаточно прав`);
    const announced = () => expect(said()?.closest("[role=status]")).toBeInstanceOf(Element);
    expect(said()).toBeNull();
    answer?.resolve(refusal);
    await waitFor(announced);
    await userEvent.click(within(row).getByRole("button", { name: t.retry }));
    expect(said()).toBeNull();
    answer?.resolve(refusal);
    await waitFor(announced);
  });

  it("that was refused offers by keyboard to retry, to copy its text and to delete it", async () => {
    const refusal = { status: 403, body: { message: "Недостаточно прав", code: "forbidden" } };
    show(serverWith(chatOf(), messagesFrom(1, 4), () => refusal));
    const row = await write("Привет");
    await within(row).findByText("Недостаточно прав");
    const offered = within(row).getAllByRole("button");
    expect(offered.map(({ textContent }) => textContent)).toEqual([t.retry, t.copy, t.delete]);
    const user = userEvent.setup();
    offered[0]?.focus();
    await user.tab();
    await user.keyboard("{Enter}");
    expect(await navigator.clipboard.readText()).toBe("Привет");
  });
});
