/** What this browser caches of a member's chats, so that they are painted before the server has answered. */
import * as z from "zod/mini";
import { chat, chatKind, message } from "#lib/messenger/contract/schema.ts";

/** Another number begins anew: to be raised when what is cached changes its shape. */
const version = 1;
const databaseName = "kampus-history";
const records = "records";
const cachedChatsMax = 30;
/** The addresses of files in cached messages hold for longer. */
const cachedForMs = 3 * 24 * 60 * 60 * 1000;

const window = z.object({
  messages: z.readonly(z.array(message)),
  from: z.int(),
  to: z.int(),
  firstSeq: z.int(),
  lastSeq: z.int(),
  lastChange: z.int(),
  changedTo: z.int(),
  live: z.boolean(),
});
const cachedChat = z.object({ kind: chatKind, chat, window });
export type CachedChat = z.infer<typeof cachedChat>;
const cachedChats = z.array(chat);

/** All of it fails silently: where the browser stores nothing, the server answers. */
export const historyCache = {
  readChat: (memberId: number, chatId: number) => read(memberId, chatKey(chatId), cachedChat),
  readChats: (memberId: number) => read(memberId, listKey, cachedChats),
  putChat: (memberId: number, kept: CachedChat) => put(memberId, chatKey(kept.chat.id), kept),
  putChats: (memberId: number, chats: z.infer<typeof cachedChats>) => put(memberId, listKey, chats),
  removeChat: (chatId: number) => attempt((store) => store.delete(chatKey(chatId))),
  /** Another member's, or, without one, all of it: a shared computer must hold nothing of whoever sat there before. */
  forget: (exceptOf?: number) =>
    attempt(async (store) => {
      if (exceptOf === undefined) return void store.clear();
      const found = (await answerOf(store.getAll())) as CacheRecord[]; // only `put` writes here
      for (const { key, memberId } of found) if (memberId !== exceptOf) store.delete(key);
    }),
};

interface CacheRecord {
  key: string;
  memberId: number;
  at: number;
  value: unknown;
}

const listKey = "chats";
const chatKey = (chatId: number) => `chat ${chatId}`;

async function read<S extends z.ZodMiniType>(memberId: number, key: string, schema: S) {
  const found = await attempt((store) => answerOf<unknown>(store.get(key)), "readonly");
  const kept = found as CacheRecord | undefined; // only `put` writes here
  if (kept?.memberId !== memberId || kept.at < Date.now() - cachedForMs) return undefined;
  return schema.safeParse(kept.value).data;
}

/** Two transactions: the first is whole at once, so that it outlives the page that is being left. */
async function put(memberId: number, key: string, value: unknown): Promise<void> {
  await attempt((store) => {
    store.put({ key, memberId, at: Date.now(), value } satisfies CacheRecord);
    store.transaction.commit();
  });
  await attempt(async (store) => {
    const byAge = await answerOf(store.index("at").getAllKeys());
    const chats = byAge.filter((kept) => kept !== listKey);
    for (const old of chats.slice(0, Math.max(0, chats.length - cachedChatsMax))) store.delete(old);
  });
}

async function attempt<T>(
  act: (store: IDBObjectStore) => T | Promise<T>,
  mode: IDBTransactionMode = "readwrite",
): Promise<T | undefined> {
  try {
    const db = await open();
    return await act(db.transaction(records, mode).objectStore(records));
  } catch {
    return undefined; // storage is full, or switched off
  }
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, version);
    request.onupgradeneeded = () => {
      const db = request.result;
      for (const name of db.objectStoreNames) db.deleteObjectStore(name);
      db.createObjectStore(records, { keyPath: "key" }).createIndex("at", "at");
    };
    request.onsuccess = () => {
      // A tab with newer code may change it.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("No database"));
  });
  return opened;
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("No answer of the database"));
  });
}
