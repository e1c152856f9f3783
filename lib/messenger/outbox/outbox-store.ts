/** Where messages wait that are not stored yet: files and all, over a reload and a closed browser. */
import * as z from "zod/mini";
import { person } from "#lib/auth/schema.ts";
import { media, mediaKind } from "#lib/files/schema.ts";
import type { Queued } from "#lib/messenger/outbox/outgoing.ts";
import { chatKind, mention, quote } from "#lib/messenger/contract/schema.ts";

export interface OutboxStore {
  /** In the order in which they were written. */
  read: () => Promise<Queued[]>;
  /** Writes follow each other; none fails. */
  put: (item: Queued) => Promise<void>;
  remove: (clientId: string) => Promise<void>;
}

const databaseName = "kampus-outbox";
const messages = "messages";

const blob = z.pipe(
  z.unknown().check(z.refine((value) => value instanceof Blob)),
  z.transform((value) => value as Blob), // as was just seen
);
const attachment = z.object({
  id: z.string(),
  file: blob,
  name: z.string(),
  mime: z.string(),
  kind: mediaKind,
  sizeBytes: z.number(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  media: z.nullable(media),
  failure: z.nullable(z.string()),
});
const forward = z.object({
  chat_id: z.int(),
  seq: z.int(),
  author: person,
  text: z.string(),
  attachments: z.array(media),
});
/** What another version of this code may have written is looked at before it is sent. */
const storedItem = z.object({
  kind: chatKind,
  chatId: z.int(),
  clientId: z.string(),
  text: z.string(),
  mentions: z.array(mention),
  reply: z.nullable(quote),
  forward: z.nullable(forward),
  attachments: z.array(attachment),
  createdAt: z.string(),
  state: z.enum(["pending", "failed"]),
  failure: z.nullable(z.string()),
  transient: z.boolean(),
  position: z.number(),
  attempts: z.int(),
  retryAt: z.number(),
  notBefore: z.number(),
});

/** Of one member. Where the browser stores nothing, messages wait as long as the tab lives. */
export function openOutboxStore(memberId: number): OutboxStore {
  const inMemory = memoryStore();
  const opened: Promise<IDBDatabase> =
    typeof indexedDB === "undefined" ? Promise.reject(new Error("none")) : open();
  const database = opened.then((db) => databaseStore(db, memberId));
  database.catch(() => undefined); // each use fails with it
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(act: () => Promise<T>) => {
    const result = last.then(act);
    last = result;
    return result;
  };
  return {
    read: () =>
      inOrder(async () => {
        const items = await database.then((store) => store.read()).catch(() => []);
        return [...items, ...(await inMemory.read())];
      }),
    put: (item) =>
      inOrder(() => database.then((store) => store.put(item)).catch(() => inMemory.put(item))),
    remove: (clientId) =>
      inOrder(async () => {
        await inMemory.remove(clientId);
        await database.then((store) => store.remove(clientId)).catch(() => undefined);
      }),
  };
}

/** A shared computer must hold no messages of whoever sat there before, and send none. */
export async function forgetOtherOutboxes(memberId: number): Promise<void> {
  try {
    const db = await open();
    const store = db.transaction(messages, "readwrite").objectStore(messages);
    const others = [IDBKeyRange.upperBound(memberId, true), IDBKeyRange.lowerBound(memberId, true)];
    for (const range of others)
      for (const key of await answerOf(store.index("memberId").getAllKeys(range)))
        store.delete(key);
    await done(store.transaction);
  } catch {
    return; // storage is switched off: nothing was stored
  }
}

export function memoryStore(): OutboxStore {
  const items = new Map<string, Queued>();
  return {
    read: async () => [...items.values()],
    put: async (item) => void items.set(item.clientId, item),
    remove: async (clientId) => void items.delete(clientId),
  };
}

function databaseStore(db: IDBDatabase, memberId: number): OutboxStore {
  const write = (act: (store: IDBObjectStore) => void) => {
    const store = db.transaction(messages, "readwrite").objectStore(messages);
    act(store);
    return done(store.transaction);
  };
  return {
    read: async () => {
      const index = db.transaction(messages).objectStore(messages).index("memberId");
      const found: unknown[] = await answerOf(index.getAll(memberId));
      const items = found.flatMap((item) => storedItem.safeParse(item).data ?? []);
      return items.toSorted((a, b) => a.position - b.position);
    },
    put: (item) => write((store) => store.put({ ...item, memberId })),
    remove: (clientId) => write((store) => store.delete(clientId)),
  };
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () =>
    request.result
      .createObjectStore(messages, { keyPath: "clientId" })
      .createIndex("memberId", "memberId");
  return answerOf(request);
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("No answer of the database"));
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("Not written"));
  });
}
