import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { Blob } from "node:buffer";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  forgetOtherOutboxes,
  openOutboxStore,
  type OutboxStore,
} from "#lib/messenger/outbox/outbox-store.ts";
import type { Queued } from "#lib/messenger/outbox/outgoing.ts";
import { asksBeforeLeaving } from "#lib/testing/asks-before-leaving.ts";
import { outgoingOf } from "#lib/testing/message-samples.ts";

const queued = (clientId: string, changes: Partial<Queued> = {}): Queued => ({
  ...outgoingOf({ clientId }),
  position: 1,
  attempts: 0,
  retryAt: 0,
  notBefore: 0,
  ...changes,
});
const photo = {
  id: "f",
  file: new Blob(["picture"], { type: "image/png" }) as unknown as globalThis.Blob, // the same in Node
  name: "photo.png",
  mime: "image/png",
  kind: "image",
  sizeBytes: 7,
  width: 4,
  height: 3,
  media: null,
  failure: null,
} as const;

const idsOf = async (store: OutboxStore) =>
  (await store.read())?.map(({ clientId }) => clientId) ?? null;

/** A browser that can close the connections to its databases by force, and refuse new ones. */
function forcefulBrowser() {
  const connections = new Set<IDBDatabase>();
  const open = indexedDB.open.bind(indexedDB);
  const browser = {
    refuses: false,
    closeByForce: () => {
      for (const connection of connections) connection.close();
      connections.clear();
    },
  };
  vi.spyOn(indexedDB, "open").mockImplementation((...database) => {
    if (browser.refuses) throw new DOMException("Internal error", "UnknownError");
    const request = open(...database);
    request.addEventListener("success", () => connections.add(request.result));
    return request;
  });
  return browser;
}

beforeEach(() => {
  vi.stubGlobal("Blob", Blob); // jsdom's own cannot be stored
  vi.stubGlobal("indexedDB", new IDBFactory());
});

describe("a message that waits to be sent", () => {
  it("is there in the next visit, whole and in order", async () => {
    const first = openOutboxStore(1);
    await first.put(queued("b", { position: 2 }));
    await first.put(queued("a", { position: 1, attachments: [photo] }));
    const read = await openOutboxStore(1).read();
    expect(read?.map(({ clientId }) => clientId)).toEqual(["a", "b"]);
    expect(await read?.[0]?.attachments[0]?.file.text()).toBe("picture");
  });

  it("is written to the disk with its files once, however often the network does not carry it", async () => {
    const write = vi.spyOn(IDBObjectStore.prototype, "put");
    const store = openOutboxStore(1);
    const item = queued("a", { attachments: [photo] });
    await store.put(item);
    for (const attempts of [1, 2, 3]) {
      const retryAt = Date.now() + attempts;
      await store.put({ ...item, state: "failed", transient: true, attempts, retryAt });
      await openOutboxStore(1).put({ ...item, attempts });
    }
    expect(write).toHaveBeenCalledOnce();
    const read = await openOutboxStore(1).read();
    expect(await read?.[0]?.attachments[0]?.file.text()).toBe("picture");
  });

  it.each<[string, Partial<Queued>]>([
    ["a file is uploaded or given up", { attachments: [{ ...photo, failure: "Нет файла" }] }],
    ["a file is removed", { attachments: [] }],
    ["the server refuses it", { state: "failed", failure: "Недостаточно прав" }],
    ["the server asks to wait", { state: "failed", transient: true, notBefore: 9, retryAt: 9 }],
  ])("is in the next visit as it was when %s", async (_what, changes) => {
    const store = openOutboxStore(1);
    const item = queued("a", { text: "Салом", attachments: [photo] });
    await store.put(item);
    await store.put({ ...item, ...changes });
    expect(await openOutboxStore(1).read()).toMatchObject([changes]);
  });

  it("that was refused is in the next visit as one to send, once the member has sent it again", async () => {
    const store = openOutboxStore(1);
    await store.put(queued("a", { state: "failed", failure: "Недостаточно прав" }));
    await store.put(queued("a"));
    expect(await openOutboxStore(1).read()).toMatchObject([{ state: "pending", failure: null }]);
  });

  it("is gone once it is removed", async () => {
    const store = openOutboxStore(1);
    await store.put(queued("a"));
    await store.remove("a");
    expect(await openOutboxStore(1).read()).toEqual([]);
  });

  it("of another member is neither read nor kept", async () => {
    await openOutboxStore(1).put(queued("theirs"));
    await openOutboxStore(2).put(queued("own"));
    expect(await idsOf(openOutboxStore(2))).toEqual(["own"]);
    await forgetOtherOutboxes(2);
    expect(await openOutboxStore(1).read()).toEqual([]);
    expect(await openOutboxStore(2).read()).toHaveLength(1);
  });

  it("that no version of this code wrote is left out", async () => {
    const store = openOutboxStore(1);
    await store.put({ ...queued("strange"), chatId: "seven" as unknown as number });
    expect(await openOutboxStore(1).read()).toEqual([]);
  });

  it("waits as long as the tab where the browser stores nothing", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const store = openOutboxStore(1);
    await store.put(queued("a"));
    expect(await store.read()).toHaveLength(1);
    await store.remove("a");
    expect(await store.read()).toEqual([]);
  });
});

describe("where the browser closes the database by force", () => {
  it("everything goes on once it can be opened again", async () => {
    const browser = forcefulBrowser();
    const store = openOutboxStore(1);
    await store.put(queued("a", { position: 1 }));
    browser.closeByForce();
    expect(await idsOf(store)).toEqual(["a"]);
    browser.closeByForce();
    await store.put(queued("b", { position: 2 }));
    browser.closeByForce();
    await store.remove("a");
    expect(await idsOf(openOutboxStore(1))).toEqual(["b"]);
  });

  it("what could not be stored is stored when it is tried the next time", async () => {
    const browser = forcefulBrowser();
    browser.refuses = true;
    const store = openOutboxStore(1);
    await store.put(queued("a"));
    browser.refuses = false;
    await store.put(queued("a", { attempts: 1 }));
    expect(await idsOf(openOutboxStore(1))).toEqual(["a"]);
  });

  it("and does not open it for some time, nothing is known of what is in it, and what happened meanwhile is not lost", async () => {
    const browser = forcefulBrowser();
    const store = openOutboxStore(1);
    for (const id of ["sent", "waits"]) await store.put(queued(id));
    browser.closeByForce();
    browser.refuses = true;
    expect(await store.read()).toBeNull();
    await store.put(queued("waits", { attempts: 1 }));
    await store.remove("sent");
    browser.refuses = false;
    expect(await store.read()).toEqual([expect.objectContaining({ attempts: 1 })]);
    expect(await idsOf(openOutboxStore(1))).toEqual(["waits"]);
  });
});

describe("a message that the browser could not store", () => {
  it.each(["stored at the next try", "removed"])(
    "makes it ask before the page is left, until it is %s",
    async (end) => {
      const browser = forcefulBrowser();
      const store = openOutboxStore(1);
      const stop = store.guard();
      await store.put(queued("stored"));
      expect(asksBeforeLeaving()).toBe(false);
      browser.closeByForce();
      browser.refuses = true;
      await store.put(queued("a"));
      expect(asksBeforeLeaving()).toBe(true);
      browser.refuses = false;
      await (end === "removed" ? store.remove("a") : store.put(queued("a", { attempts: 1 })));
      expect(asksBeforeLeaving()).toBe(false);
      stop();
    },
  );

  it("asks nothing any more once the member has signed out", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const store = openOutboxStore(1);
    const stop = store.guard();
    await store.put(queued("a"));
    expect(asksBeforeLeaving()).toBe(true);
    stop();
    expect(asksBeforeLeaving()).toBe(false);
  });
});

describe("where a tab with newer code changes the database", () => {
  /** Opens it as such code would. */
  const openNewer = () => {
    const request = indexedDB.open("kampus-outbox", 2);
    return new Promise<IDBDatabase>((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("blocked", () => reject(new Error("An older tab holds it.")));
    });
  };

  it("an older tab closes the database, leaves its messages there for the newer one, and answers null instead of an empty outbox", async () => {
    const store = openOutboxStore(1);
    await store.put(queued("a"));
    await forgetOtherOutboxes(1);
    const newer = await openNewer();
    await store.put(queued("b"));
    expect(await store.read()).toBeNull();
    const waiting = newer.transaction("messages").objectStore("messages").getAllKeys();
    await vi.waitFor(() => expect(waiting.result).toEqual(["a"]));
  });
});
