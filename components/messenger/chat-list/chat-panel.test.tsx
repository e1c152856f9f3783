import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ChatPanel } from "#components/messenger/chat-list/chat-panel.tsx";
import { type AnswerPath, showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { chatOf, me, messageOf, peer } from "#lib/testing/message-samples.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import { typing } from "#lib/messenger/typing.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Messenger;

const file = {
  id: 1,
  mime: "image/png",
  size: 1,
  url: "/f",
  thumb_url: null,
  created_at: "2026-11-20T12:00:00.000Z",
};
const attached = (kind: "image" | "video" | "audio" | "document", name = "отчёт.pdf") =>
  ({
    ...file,
    kind,
    name,
    width: null,
    height: null,
    in_profile: false,
  }) as unknown as Message["attachments"][number]; // the other fields of a file do not matter here

/** A server whose list holds these chats; `decide` answers all other requests. */
function listOf(
  chats: Chat[],
  decide: AnswerPath = () => ({ body: { message: "Готово" } }),
): AnswerPath {
  return (path, body) => {
    if (path.includes("/chats/all")) return { body: { data: chats, meta: { next: null } } };
    const chat = chats.find(({ id, kind }) => path.endsWith(`/chats/${kind}/${id}`));
    return chat ? { body: { data: chat } } : decide(path, body);
  };
}

const rowOf = (title: string) =>
  screen.findByText(title).then((found) => {
    const row = found.closest("li");
    if (!row) throw new Error(`${title} is in no row`);
    return row;
  });

const show = (answer: AnswerPath) => showInMessenger(<ChatPanel openChatId={null} />, answer);

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      ({
        matches: query === "(hover: hover)",
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList, // the only field that is read
  );
});

describe("the line of a row about the last message", () => {
  const lineOf = async (changes: Partial<Message>, chat: Partial<Chat> = {}) => {
    show(listOf([chatOf({ ...chat, last_message: messageOf(4, changes) })]));
    return (await rowOf(chat.title ?? peer.fullname)).textContent;
  };

  it.each([
    ["one's own", { author: me, text: "договорились" }, "Вы: договорились"],
    ["a picture", { text: "", attachments: [attached("image")] }, "Фото"],
    ["pictures", { text: "", attachments: [1, 2, 3].map(() => attached("image")) }, "3 фото"],
    ["a document", { text: "", attachments: [attached("document")] }, "Файл: отчёт.pdf"],
    ["what is deleted", { text: "", deleted_at: file.created_at }, t.rowDeleted],
  ] as const)("is, for %s", async (_title, changes, line) => {
    expect(await lineOf(changes as Partial<Message>)).toContain(line);
  });

  it("names, in a group, the author by the given name", async () => {
    const group = { kind: "group", peer: null, title: "Группа 101" } as const;
    expect(await lineOf({ text: "нашёл фото" }, group)).toContain("Мадина: нашёл фото");
  });

  it("says, in a group, that a deleted member wrote it, by the whole of these words", async () => {
    const group = { kind: "group", peer: null, title: "Группа 101" } as const;
    const author = { ...peer, fullname: messages.Site.deletedMember };
    const line = `${messages.Site.deletedMember}: нашёл фото`;
    expect(await lineOf({ text: "нашёл фото", author }, group)).toContain(line);
  });
});

describe("a row", () => {
  it.each([
    ["menu", "where a pointer hovers", "(hover: hover)"],
    ["dialog", "on a phone", "(pointer: coarse)"],
  ])("says of its button that it opens a %s %s", async (popup, _where, device) => {
    vi.stubGlobal("matchMedia", (query: string) => ({
      matches: query === device,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    show(listOf([chatOf()]));
    const button = within(await rowOf(peer.fullname)).getByRole("button");
    expect(button).toHaveAttribute("aria-haspopup", popup);
    await userEvent.click(button);
    expect(await screen.findByRole(popup)).toBeVisible();
  });

  it("shows that the member's own message was delivered, then read, by another shape", async () => {
    const own = { last_message: messageOf(4, { author: me }), peers_delivered_seq: 4 };
    show(listOf([chatOf(own), chatOf({ ...own, id: 8, title: "Прочитано", peers_read_seq: 4 })]));
    const delivered = await rowOf(peer.fullname);
    expect(within(delivered).getByRole("link")).toHaveAttribute("href", "/ru/private/7");
    expect(within(delivered).getByRole("img", { name: t.rowDelivered })).toBeVisible();
    const read = await rowOf("Прочитано");
    expect(within(read).getAllByRole("img", { name: t.rowRead })).toHaveLength(1);
    const shapeIn = (row: HTMLElement, name: string) =>
      within(row).getByRole("img", { name }).innerHTML;
    expect(shapeIn(read, t.rowRead)).not.toBe(shapeIn(delivered, t.rowDelivered));
  });

  it("shows that somebody is typing, and stops by itself", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show(listOf([chatOf()]));
    const row = await rowOf(peer.fullname);
    act(() => typing.begin(7, peer.id));
    expect(within(row).getByText(t.typing)).toBeVisible();
    act(() => void vi.advanceTimersByTime(6000));
    expect(within(row).queryByText(t.typing)).toBeNull();
    vi.useRealTimers();
  });

  it("shows the count of a muted chat in grey, and that it is pinned", async () => {
    show(
      listOf([
        chatOf({ muted: true, unread: 3 }),
        chatOf({ id: 8, title: "Закреп", pinned: true }),
      ]),
    );
    const row = await rowOf(peer.fullname);
    expect(within(row).getByText("3").parentElement).toHaveAttribute("data-muted", "true");
    expect(within(row).getByRole("img", { name: t.rowMuted })).toBeVisible();
    expect(within(await rowOf("Закреп")).getByRole("img", { name: t.rowPinned })).toBeVisible();
  });
});

describe("the menu of a row", () => {
  const openMenu = async () => {
    const row = await rowOf(peer.fullname);
    fireEvent.contextMenu(within(row).getByRole("link"), { clientX: 20, clientY: 20 });
  };

  it("pins a chat at once, and reverts it with the reason when it is refused", async () => {
    const gate = Promise.withResolvers<null>();
    const refusal = { status: 422, body: { message: "Не больше 10", code: "too_many" } };
    show(
      listOf([chatOf()], async () => {
        await gate.promise;
        return refusal;
      }),
    );
    await openMenu();
    await userEvent.click(await screen.findByRole("menuitem", { name: t.rowPin }));
    const row = await rowOf(peer.fullname);
    expect(within(row).getByRole("img", { name: t.rowPinned })).toBeVisible();
    gate.resolve(null);
    await vi.waitFor(() =>
      expect(within(row).queryByRole("img", { name: t.rowPinned })).toBeNull(),
    );
  });

  it("marks as unread from the newest message of another member on", async () => {
    const sent: unknown[] = [];
    const last = messageOf(4, { author: me });
    show(
      listOf([chatOf({ last_message: last })], (path, body) => {
        if (path.includes("/getMessages/"))
          return {
            body: {
              data: [messageOf(2), messageOf(3), last],
              meta: { first_seq: 1, last_seq: 4, last_change: 0 },
            },
          };
        sent.push([path, body]);
        return { body: { message: "Готово" } };
      }),
    );
    await openMenu();
    await userEvent.click(await screen.findByRole("menuitem", { name: t.rowMarkUnread }));
    await vi.waitFor(() => expect(sent).toEqual([["/messenger/private/markUnread/7", { seq: 3 }]]));
  });

  it("can be reached by the keyboard", async () => {
    show(listOf([chatOf()]));
    const button = within(await rowOf(peer.fullname)).getByRole("button");
    button.focus();
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByRole("menuitem", { name: t.rowOpenProfile })).toBeVisible();
  });

  it("on a phone is a sheet, which returns the focus to the row when it is closed", async () => {
    vi.stubGlobal("matchMedia", () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    show(listOf([chatOf()]));
    const row = await rowOf(peer.fullname);
    await userEvent.click(within(row).getByRole("button"));
    const sheet = await screen.findByRole("dialog", { name: peer.fullname });
    await userEvent.click(within(sheet).getByRole("button", { name: messages.Site.close }));
    expect(sheet).not.toBeInTheDocument();
    expect(within(row).getByRole("link")).toHaveFocus();
  });
});

describe("the search", () => {
  it("says once that nothing was found", async () => {
    show(() => ({ body: { data: [], meta: { next: null, chats: [] } } }));
    await userEvent.type(screen.getByRole("searchbox"), "щщщ");
    expect(await screen.findByText(t.nothingFound)).toBeVisible();
    expect(
      screen.queryByRole("region", { name: (name) => name !== messages.Layout.toasts }),
    ).toBeNull();
  });

  it("announces how many results it shows, once all of them are known", async () => {
    const late = Promise.withResolvers<null>();
    show(async (path) => {
      if (path.includes("/users?")) await late.promise;
      const isMessages = path.includes("/messenger/search");
      const data = isMessages ? [3, 4].map((seq) => messageOf(seq, { text: "билет" })) : [];
      return { body: { data, meta: { next: null, chats: isMessages ? [chatOf()] : [] } } };
    });
    await userEvent.type(screen.getByRole("searchbox"), "билет");
    expect(await screen.findByRole("region", { name: t.searchMessages })).toBeVisible();
    expect(screen.queryByText(/^Показан/)).toBeNull();
    late.resolve(null);
    expect(await screen.findByText("Показано 2 результата")).toHaveAttribute("role", "status");
  });

  it("is ended by Back, which shows the chats again and stays in the messenger", async () => {
    const address = window.location.href;
    show(listOf([chatOf()], () => ({ body: { data: [], meta: { next: null, chats: [] } } })));
    await userEvent.type(screen.getByRole("searchbox"), "юсуп");
    const found = () => screen.queryByRole("region", { name: t.searchChats });
    await vi.waitFor(() => expect(found()).toBeVisible());
    await vi.waitFor(() => expect(window.history.state).toMatchObject({ depth: 1 }));
    window.history.back();
    await vi.waitFor(() => expect(found()).toBeNull());
    expect(await rowOf(peer.fullname)).toBeVisible();
    expect(screen.getByRole("searchbox")).toHaveValue("");
    expect(window.location.href).toBe(address);
  });

  it("finds chats, people and messages, each with loading states of its own", async () => {
    show((path) => {
      if (path.includes("/users?"))
        return { status: 503, body: { message: "Нет связи", code: "unavailable" } };
      if (path.includes("/messenger/search"))
        return {
          body: {
            data: [messageOf(3, { text: "взял билет на субботу" })],
            meta: { next: null, chats: [chatOf()] },
          },
        };
      return { body: { data: [], meta: { next: null } } };
    });
    await userEvent.type(screen.getByRole("searchbox"), "билет");
    const found = await screen.findByRole("region", { name: t.searchMessages });
    expect(await within(found).findByRole("link")).toHaveAttribute("href", "/ru/private/7?seq=3");
    expect(within(found).getByText("билет").tagName).toBe("MARK");
    const people = screen.getByRole("region", { name: t.searchPeople });
    expect(await within(people).findByText("Нет связи")).toBeVisible();
    expect(screen.queryByRole("region", { name: t.searchChats })).toBeNull();
    expect(screen.queryByText(t.nothingFound)).toBeNull();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: t.searchMessages })).toBeNull();
  });
});
