/** The worker that shows notifications, in a simulated browser. */
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serviceWorker } from "#server/pwa/routes.ts";

interface Shown {
  title: string;
  tag: string;
  body: string;
  silent: boolean;
  data: { seq: number; url: string };
  close: () => void;
}

const chrome =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/111.0.0.0 Mobile Safari/537.36";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";

interface Page {
  focused: boolean;
  visibilityState: "visible" | "hidden";
  /** The page's answers. */
  says: (question: { type: string; [more: string]: unknown }) => unknown;
  /** How long it takes for them; 0 unless given. */
  saysAfterMs?: number;
  navigatedTo?: string;
}

let worker: ReturnType<typeof startWorker>;
beforeEach(() => {
  worker = startWorker();
});

const notice = (seq: number, chat_id = 7) => ({
  kind: "message",
  chat_id,
  seq,
  title: "Юсупова Мадина",
  body: `Салом ${seq}`,
  icon: null,
  url: `/ru/private/${chat_id}?seq=${seq}`,
});
const page = (looksAt: number | null, more: Partial<Page> = {}): Page => ({
  focused: true,
  visibilityState: "visible",
  says: ({ type, chat_id }) => (type === "looking" ? chat_id === looksAt : true),
  ...more,
});

describe("the notice of a message", () => {
  it("is shown once, however often it is pushed, and the notice of the newest message represents its chat", async () => {
    await Promise.all([worker.push(notice(1)), worker.push(notice(1)), worker.say(notice(1))]);
    expect(worker.shown.map(({ body }) => body)).toEqual(["Салом 1"]);
    await worker.push(notice(2));
    await worker.push(notice(1));
    expect(worker.shown).toHaveLength(1);
    expect(worker.shown[0]).toMatchObject({ tag: "chat-7", body: "Салом 2", silent: false });
    await worker.push(notice(1, 8));
    expect(worker.shown.map(({ tag }) => tag)).toEqual(["chat-7", "chat-8"]);
  });

  it("is not shown for the chat on the screen, and is shown for another one without a second tone", async () => {
    worker.pages.push(page(7));
    await worker.push(notice(1, 7));
    await worker.push(notice(1, 8));
    expect(worker.shown.map(({ tag, silent }) => [tag, silent])).toEqual([["chat-8", true]]);
  });

  it("is shown where the chat is open in a page without focus, or in one that does not answer", async () => {
    worker.pages.push(page(7, { focused: false }), page(8, { says: () => undefined }));
    await worker.push(notice(1, 7));
    await worker.push(notice(1, 8));
    expect(worker.shown.map(({ tag }) => tag)).toEqual(["chat-7", "chat-8"]);
  });

  it("shows something for each push in Safari, which else takes the permission away, but leaves no more in the tray than in other browsers", async () => {
    worker.userAgent = safari;
    worker.pages.push(page(8));
    await worker.push(notice(2));
    expect(worker.displayed).toHaveLength(1);
    await worker.push(notice(2));
    await worker.push(notice(1));
    expect(worker.displayed).toHaveLength(3);
    await worker.push(notice(1, 8));
    expect(worker.displayed.slice(1)).toMatchObject([
      { body: "Салом 2", silent: true },
      { body: "Салом 1", silent: true },
      { body: "Салом 1", silent: true },
    ]);
    expect(worker.shown.map(({ tag, body }) => [tag, body])).toEqual([["chat-7", "Салом 2"]]);
  });

  it("is not shown in Safari either where a page asks for it and the message is known", async () => {
    worker.userAgent = safari;
    await worker.say(notice(1));
    await worker.say(notice(1));
    expect(worker.displayed).toHaveLength(1);
  });

  it.each([
    ["Chrome", chrome],
    ["Safari", safari],
  ])("is shown in %s, and stays, where the disk is too full to note it", async (_, userAgent) => {
    worker.userAgent = userAgent;
    worker.isFull = true;
    await worker.push(notice(1));
    expect(worker.shown).toMatchObject([{ tag: "chat-7", body: "Салом 1" }]);
  });

  it("is closed once that message was read elsewhere, but not by an older one", async () => {
    await worker.push(notice(5));
    await worker.tell({ type: "read", chat_id: 7, seq: 4 });
    expect(worker.shown).toHaveLength(1);
    await worker.tell({ type: "read", chat_id: 7, seq: 5 });
    expect(worker.shown).toEqual([]);
  });

  it("is closed once that message was deleted, also while it is being shown, but not by another one", async () => {
    await worker.push(notice(5));
    await worker.tell({ type: "gone", chat_id: 7, seq: 4 });
    await worker.tell({ type: "gone", chat_id: 8, seq: 5 });
    expect(worker.shown).toHaveLength(1);
    await worker.tell({ type: "gone", chat_id: 7, seq: 5 });
    expect(worker.shown).toEqual([]);
    await Promise.all([worker.push(notice(6)), worker.tell({ type: "gone", chat_id: 7, seq: 6 })]);
    expect(worker.displayed).toHaveLength(2);
    expect(worker.shown).toEqual([]);
  });

  it("is closed once the member is no longer in its chat, and those of other chats stay", async () => {
    await worker.push(notice(5));
    await worker.push(notice(3, 8));
    await worker.tell({ type: "gone", chat_id: 7 });
    expect(worker.shown.map(({ tag }) => tag)).toEqual(["chat-8"]);
  });

  it("is closed when the member signs out", async () => {
    await worker.push(notice(5));
    await worker.tell({ type: "signed-out" });
    expect(worker.shown).toEqual([]);
    await worker.push(notice(1));
    expect(worker.shown).toHaveLength(1);
  });

  it("is pushed to this browser no more once the member has signed out, though the server may not know yet and the disk is full", async () => {
    worker.subscription = { unsubscribe: async () => (worker.subscription = null) };
    worker.isFull = true;
    await worker.tell({ type: "signed-out" }).catch(() => undefined);
    expect(worker.subscription).toBeNull();
    worker.isFull = false;
    await worker.tell({ type: "signed-out" });
    expect(worker.subscription).toBeNull();
  });

  it("is not shown for a malformed push", async () => {
    await worker.push({ kind: "something else" });
    await worker.push("not JSON");
    expect(worker.shown).toEqual([]);
  });
});

it("the notice of an event is shown once per event, stays when all messages are read, and opens its page", async () => {
  const event = (news: string) => ({
    kind: "event",
    event_id: 3,
    title: "Встреча",
    body: news,
    url: "http://profile.kampus.localhost/ru/objects/5/classes/2014#event-3",
  });
  worker.pages.push(page(null));
  await worker.push(event("изменено"));
  expect(worker.shown.map(({ tag, body }) => [tag, body])).toEqual([["event-3", "изменено"]]);
  await worker.push(notice(1));
  await worker.tell({ type: "read-all" });
  expect(worker.shown.map(({ tag }) => tag)).toEqual(["event-3"]);
  await worker.press();
  expect(worker.opened).toEqual([event("").url]);
});

describe("pressing a notice", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("opens the messenger at the message where no page is open", async () => {
    await worker.push(notice(3));
    await worker.press();
    expect(worker.opened).toEqual(["/ru/private/7?seq=3"]);
    expect(worker.shown).toEqual([]);
  });

  it("navigates to the message in the open page without a reload", async () => {
    const asked: unknown[] = [];
    worker.pages.push(page(8, { focused: false, says: (question) => asked.push(question) > 0 }));
    await worker.push(notice(3));
    await worker.press();
    expect(worker.opened).toEqual([]);
    expect(worker.pages[0]).toMatchObject({ focused: true });
    expect(worker.pages[0]?.navigatedTo).toBeUndefined();
    expect(asked).toEqual([{ type: "open", url: "/ru/private/7?seq=3", seq: 3 }]);
  });

  it("does not load a page anew that takes a second to wake up, so that an edit under way is not lost", async () => {
    worker.pages.push(page(null, { focused: false, saysAfterMs: 1000 }));
    await worker.push(notice(3));
    const pressed = worker.press();
    await vi.advanceTimersByTimeAsync(1000);
    await pressed;
    expect(worker.pages[0]?.navigatedTo).toBeUndefined();
  });

  it("loads the message in an open page that does not answer", async () => {
    worker.pages.push(page(null, { focused: false, says: () => undefined }));
    await worker.push(notice(3));
    const pressed = worker.press();
    await vi.advanceTimersByTimeAsync(3000);
    await pressed;
    expect(worker.pages[0]?.navigatedTo).toBe("/ru/private/7?seq=3");
  });
});

function startWorker() {
  const handlers = new Map<string, ((event: object) => void)[]>();
  const kept = new Map<string, Map<string, Response>>();
  const browser = {
    userAgent: chrome,
    /** Whether nothing more can be stored. */
    isFull: false,
    /** The notices in the tray. */
    shown: [] as Shown[],
    /** All that were ever shown, the oldest first. */
    displayed: [] as Shown[],
    pages: [] as Page[],
    opened: [] as string[],
    /** To the push service. */
    subscription: null as { unsubscribe: () => Promise<unknown> } | null,
  };
  const clientOf = (one: Page) => ({
    ...one,
    postMessage: (question: Parameters<Page["says"]>[0], [port]: MessagePort[]) => {
      const said = one.says(question);
      const answer = () => port?.postMessage(said);
      if (said === undefined) return;
      if (one.saysAfterMs) setTimeout(answer, one.saysAfterMs);
      else answer();
    },
    focus: async () => (one.focused = true),
    navigate: async (url: string) => (one.navigatedTo = url),
  });
  const cacheOf = (name: string) => {
    const entries = kept.get(name) ?? new Map<string, Response>();
    kept.set(name, entries);
    return {
      match: async (key: string) => entries.get(key)?.clone(),
      put: async (key: string, response: Response) => {
        if (browser.isFull) throw new DOMException("full", "QuotaExceededError");
        entries.set(key, response);
      },
    };
  };
  const self = {
    navigator: {
      get userAgent() {
        return browser.userAgent;
      },
    },
    registration: {
      pushManager: { getSubscription: async () => browser.subscription },
      showNotification: async (title: string, options: Omit<Shown, "title" | "close">) => {
        const shown = { ...options, title, close: () => void hide(shown) };
        browser.displayed.push(shown);
        browser.shown = [...browser.shown.filter(({ tag }) => tag !== options.tag), shown];
      },
      getNotifications: async ({ tag }: { tag?: string } = {}) =>
        browser.shown.filter((one) => tag === undefined || one.tag === tag),
    },
    clients: {
      matchAll: async () => browser.pages.map(clientOf),
      openWindow: async (url: string) => browser.opened.push(url),
    },
  };
  const hide = (gone: Shown) => (browser.shown = browser.shown.filter((one) => one !== gone));
  runInNewContext(serviceWorker({ brand: "Kampus" }), {
    self,
    Response,
    MessageChannel,
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    Promise,
    Number,
    URL,
    addEventListener: (type: string, handle: (event: object) => void) =>
      handlers.set(type, [...(handlers.get(type) ?? []), handle]),
    caches: {
      open: async (name: string) => cacheOf(name),
      delete: async (name: string) =>
        browser.isFull ? Promise.reject(new Error("the disk is full")) : kept.delete(name),
    },
  });
  const fire = async (type: string, event: object) => {
    const waited: Promise<unknown>[] = [];
    for (const handle of handlers.get(type) ?? [])
      handle({ ...event, waitUntil: (work: Promise<unknown>) => waited.push(work) });
    await Promise.all(waited);
  };
  return Object.assign(browser, {
    push: (payload: unknown) =>
      fire("push", {
        data: {
          json: () => (typeof payload === "string" ? JSON.parse(payload) : payload) as unknown,
        },
      }),
    tell: (data: object) => fire("message", { data }),
    say: (told: object) => fire("message", { data: { ...told, type: "notice" } }),
    press: async () => {
      const [notification] = browser.shown;
      await fire("notificationclick", { notification });
    },
  });
}
