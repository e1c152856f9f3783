import type { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import { Messenger } from "#components/messenger/messenger.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { NothingInView } from "#components/testing/show-in-messenger.tsx";
import { type AnswerCall, noNetwork } from "#lib/testing/answer-calls.ts";
import { MemberProvider } from "#lib/auth/auth-context.tsx";
import { chatQuery, messagesQuery, unreadCountQuery } from "#lib/messenger/cache/queries.ts";
import { SocketProvider } from "#lib/api/socket.ts";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { installServiceWorker } from "#lib/testing/fake-service-worker.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import { windowOf } from "#lib/messenger/history/history-window.ts";
import { chatOf, me, messageOf, messagesFrom } from "#lib/testing/message-samples.ts";
import texts from "#messages/ru.json" with { type: "json" };

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

/** What the members of this browser have chosen last; null: nothing. */
const chooseNotifications = (choice: string | null) => {
  const age = choice === null ? "; Max-Age=0" : "";
  document.cookie = `notifications=${choice}; path=/; domain=kampus.localhost${age}`;
};

beforeEach(() => chooseNotifications(`push.${memberSample.id}`));

it("a chat whose part of the page could not be loaded without a network opens once the network is back", async () => {
  window.history.replaceState(null, "", "/ru/private/7");
  const fetchConversation = vi
    .fn(() => Promise.resolve(() => <p>the conversation</p>))
    .mockRejectedValueOnce(new TypeError("network away"));
  renderWithProviders(
    <MemberProvider member={memberSample}>
      <Messenger fetchConversation={fetchConversation} />
    </MemberProvider>,
    {
      surface: "chat",
      member: memberSample,
      answer: (call) => {
        if (call.startsWith("HEAD")) throw noNetwork;
        return { body: { data: [], meta: { next: null } } };
      },
    },
  );
  expect(await screen.findByRole("button", { name: texts.Layout.retry })).toBeVisible();
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("the conversation")).toBeVisible();
});

it("opening a chat on a phone moves the focus into the conversation, which has the name of the chat", async () => {
  window.history.replaceState(null, "", "/ru");
  vi.stubGlobal("IntersectionObserver", NothingInView);
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("pointer: coarse") || query.includes("max-width"),
    addEventListener: () => null,
    removeEventListener: () => null,
  }));
  const chat = chatOf();
  renderWithProviders(
    <MemberProvider member={memberSample}>
      <Messenger fetchConversation={() => Promise.resolve(Conversation)} />
    </MemberProvider>,
    {
      surface: "chat",
      member: memberSample,
      answer: (call) => {
        if (call.includes("/getMessages/"))
          return { body: { data: [], meta: { first_seq: 1, last_seq: 4, last_change: 0 } } };
        if (call.includes("/chats/all")) return { body: { data: [chat], meta: { next: null } } };
        if (call.includes("/chats/")) return { body: { data: chat } };
        return { body: { data: [], meta: { next: null } } };
      },
    },
  );
  // A tap in Safari gives a link no focus; elsewhere the link is hidden with the list.
  fireEvent.click(await screen.findByRole("link", { name: new RegExp(chat.title) }));
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(chat.title));
});

const emptyList = { body: { data: [], meta: { next: null } } };

/** Shows the messenger of a member, with no chat open. */
function showList(answer: AnswerCall) {
  window.history.replaceState(null, "", "/ru");
  return renderWithProviders(
    <MemberProvider member={memberSample}>
      <Messenger fetchConversation={() => Promise.resolve(() => null)} />
    </MemberProvider>,
    { surface: "chat", member: memberSample, answer },
  );
}

it.each([
  ["a page that iOS has zoomed to", 1.25, 400, "400px"],
  ["a page that the member has zoomed without a keyboard", 2, 800, "0px"],
])(
  "the keyboard covers nothing, and only a keyboard makes room, on %s",
  async (_what, scale, visible, room) => {
    vi.stubGlobal("innerHeight", 800);
    vi.stubGlobal("scrollTo", () => undefined);
    const viewport = Object.assign(new EventTarget(), { scale, height: visible / scale });
    vi.stubGlobal("visualViewport", viewport);
    showList(() => emptyList);
    const pane = screen.getByRole("heading", { level: 1 }).parentElement;
    viewport.dispatchEvent(new Event("resize"));
    expect(pane?.style.getPropertyValue("--keyboard-room")).toBe(room);
  },
);

describe("notifications that the device shows", () => {
  it.each([
    [5, "stay"],
    [0, "are closed"],
  ])(
    "when the messenger opens with %i unread messages, %s once the number is known",
    async (new_messages_count) => {
      const postMessage = installServiceWorker();
      const asked = Promise.withResolvers<undefined>();
      const { client } = showList(async (call) => {
        if (!call.includes("/new/messages")) return emptyList;
        await asked.promise;
        return { body: { new_messages_count } };
      });
      const { queryKey } = unreadCountQuery();
      await waitFor(() => expect(client.getQueryState(queryKey)?.fetchStatus).toBe("fetching"));
      expect(postMessage).not.toHaveBeenCalled();
      await act(async () => asked.resolve(undefined));
      await waitFor(() => expect(client.getQueryData(queryKey)).toBe(new_messages_count));
      const readAll = new_messages_count === 0 ? [[{ type: "read-all" }]] : [];
      await waitFor(() => expect(postMessage.mock.calls).toEqual(readAll));
    },
  );
});

describe("the pushes of this browser and the notifications that it shows", () => {
  const renderMessenger = () => {
    const postMessage = installServiceWorker();
    showList((call) =>
      call.includes("/new/messages") ? { body: { new_messages_count: 0 } } : emptyList,
    );
    return postMessage;
  };

  it.each([
    ["another member has turned them on", "push.999"],
    ["the member has turned them off", "off.1"],
    ["nobody has chosen", null],
  ])("end when a member opens the messenger and %s", async (_who, choice) => {
    chooseNotifications(choice);
    const postMessage = renderMessenger();
    await waitFor(() =>
      expect(postMessage.mock.calls).toEqual([[{ type: "signed-out" }], [{ type: "read-all" }]]),
    );
  });

  it.each(["push.1", "tabs.1"])(
    "go on when the member who has turned them on (%s) opens the messenger",
    async (choice) => {
      chooseNotifications(choice);
      const postMessage = renderMessenger();
      await waitFor(() => expect(postMessage.mock.calls).toEqual([[{ type: "read-all" }]]));
    },
  );
});

it("the notification of a message is closed once an open messenger hears that it was deleted, not that it was edited", async () => {
  const postMessage = installServiceWorker();
  window.history.replaceState(null, "", "/ru");
  renderWithProviders(
    <SocketProvider token="secret">
      <MemberProvider member={memberSample}>
        <Messenger fetchConversation={() => Promise.resolve(() => null)} />
      </MemberProvider>
    </SocketProvider>,
    {
      surface: "chat",
      member: memberSample,
      answer: () => ({ body: { data: [], meta: { next: null } } }),
    },
  );
  const { created_at: at } = messageOf(9);
  await receiveEvent("message_changed", messageOf(5, { change: 1, edited_at: at }));
  await receiveEvent("message_changed", messageOf(6, { change: 2, text: "", deleted_at: at }));
  await waitFor(() => expect(postMessage).toHaveBeenCalled());
  expect(postMessage.mock.calls).toEqual([[{ type: "gone", chat_id: 7, seq: 6 }]]);
});

describe("pressing a notification while the messenger is open at a chat with 40 unread messages", () => {
  /** Presses the notification of message 60 that leads to `url`, and returns the address where the page is then. */
  async function press(url: string, fill?: (client: QueryClient) => void) {
    installServiceWorker();
    window.history.replaceState(null, "", "/ru/private/7");
    const { client } = renderWithProviders(
      <MemberProvider member={memberSample}>
        <Messenger fetchConversation={() => Promise.resolve(() => <p>the conversation</p>)} />
      </MemberProvider>,
      {
        surface: "chat",
        member: memberSample,
        answer: () => ({ body: { data: [], meta: { next: null } } }),
      },
    );
    await screen.findByText("the conversation");
    const chat = chatOf({ unread: 40, last_read_seq: 20, last_seq: 60 });
    client.setQueryData(chatQuery("private", 7).queryKey, chat);
    fill?.(client);
    const { port1 } = new MessageChannel();
    const data = { type: "open", url, seq: 60 };
    const question = new MessageEvent("message", { data, ports: [port1] });
    act(() => void navigator.serviceWorker.dispatchEvent(question));
    return window.location.pathname + window.location.search;
  }

  it.each([
    ["of that chat leads to its first unread message", "/ru/private/7", "/ru/private/7?seq=21"],
    ["of another chat opens that one", "/ru/private/8", "/ru/private/8"],
    ["of a mention leads to it", "/ru/private/7?seq=60", "/ru/private/7?seq=60"],
  ])("%s", async (_, url, address) => {
    expect(await press(url)).toBe(address);
  });

  it("of that chat leads past what they have written themselves since they last read", async () => {
    const own = messagesFrom(21, 30).map((one) => ({ ...one, author: me }));
    const data = [...messagesFrom(1, 20), ...own, ...messagesFrom(31, 60)];
    const loaded = windowOf({ data, meta: { first_seq: 1, last_seq: 60, last_change: 0 } });
    const address = await press("/ru/private/7", (client) => {
      client.setQueryData(messagesQuery("private", 7).queryKey, loaded);
    });
    expect(address).toBe("/ru/private/7?seq=31");
  });

  it.each([
    ["lacks, because it slept, leads to the first one it lacks", 20, "/ru/private/7?seq=21"],
    ["has, and which is read, moves nothing", 60, "/ru/private/7"],
  ])("of a message that the page %s", async (_, last_seq, address) => {
    const known = chatOf({ unread: 0, last_read_seq: 18, last_seq });
    const pressed = press("/ru/private/7", (client) => {
      client.setQueryData(chatQuery("private", 7).queryKey, known);
    });
    expect(await pressed).toBe(address);
  });
});
