/** What this browser caches of a member's chats, so that they are painted before the server has answered. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import * as z from "zod/mini";
import { chat, chatKind } from "#lib/messenger/contract/schema.ts";
import { historyWindow } from "#lib/messenger/history/history-window.ts";

/** Must be raised when the shape of what is cached changes; the cache is then emptied. */
const version = 1;
const databaseName = "kampus-history";
const records = "records";
const cachedChatsMax = 30;
/** The addresses of files in cached messages are valid longer than this. */
const cachedForMs = 3 * 24 * 60 * 60 * 1000;

const cachedChat = z.object({ kind: chatKind, chat, window: historyWindow });
type CachedChat = z.infer<typeof cachedChat>;
const cachedChats = z.array(chat);

/** Every operation fails silently: where the browser stores nothing, the server answers. */
export const historyCache = {
  readChat: (memberId: number, chatId: number) => read(memberId, chatKey(chatId), cachedChat),
  readChats: (memberId: number) => read(memberId, listKey, cachedChats),
  putChat: (memberId: number, cached: CachedChat) => put(memberId, chatKey(cached.chat.id), cached),
  putChats: (memberId: number, chats: z.infer<typeof cachedChats>) => put(memberId, listKey, chats),
  removeChat: (chatId: number) => attempt((db) => db.delete(records, chatKey(chatId))),
  /**
   * Deletes other members' caches or, without an exception, all: a shared computer must hold nothing of a former
   * member.
   */
  forget: (exceptOf?: number) =>
    attempt(async (db) => {
      if (exceptOf === undefined) return db.clear(records);
      const { store, done } = db.transaction(records, "readwrite");
      const remove = async () => {
        const others = (await store.getAll()).filter(({ memberId }) => memberId !== exceptOf);
        await Promise.all(others.map(({ key }) => store.delete(key)));
      };
      await Promise.all([remove(), done]);
    }),
};

interface CacheSchema extends DBSchema {
  [records]: {
    key: string;
    value: { key: string; memberId: number; at: number; value: unknown };
    indexes: { at: number };
  };
}

const listKey = "chats";
const chatKey = (chatId: number) => `chat ${chatId}`;

async function read<S extends z.ZodMiniType>(memberId: number, key: string, schema: S) {
  const cached = await attempt((db) => db.get(records, key));
  if (cached?.memberId !== memberId || cached.at < Date.now() - cachedForMs) return undefined;
  return schema.safeParse(cached.value).data;
}

/** Two transactions: the first completes at once, so that it outlives the page that is being left. */
async function put(memberId: number, key: string, value: unknown): Promise<void> {
  await attempt(async (db) => {
    const writing = db.transaction(records, "readwrite");
    const written = writing.store.put({ key, memberId, at: Date.now(), value });
    writing.commit();
    await Promise.all([written, writing.done]);
  });
  await attempt(async (db) => {
    const { store, done } = db.transaction(records, "readwrite");
    const trim = async () => {
      const chats = (await store.index("at").getAllKeys()).filter((cached) => cached !== listKey);
      const old = chats.slice(0, Math.max(0, chats.length - cachedChatsMax));
      await Promise.all(old.map((chat) => store.delete(chat)));
    };
    await Promise.all([trim(), done]);
  });
}

type Cache = IDBPDatabase<CacheSchema>;

async function attempt<T>(act: (db: Cache) => Promise<T>): Promise<T | undefined> {
  const connection = (opened ??= open());
  try {
    return await act(await connection);
  } catch {
    letGo(connection);
  }
  try {
    return await act(await (opened ??= open()));
  } catch {
    return undefined; // storage is full, or switched off
  }
}

let opened: Promise<Cache> | undefined;

/** Browsers close the database by force, as when a phone wakes a page up; it is then opened anew. */
function letGo(connection: Promise<Cache>): void {
  if (opened === connection) opened = undefined;
  void connection.then(
    (db) => db.close(),
    () => undefined,
  );
}

/** Asynchronous, because a browser that forbids storage may throw at once. */
async function open(): Promise<Cache> {
  const opening = openDB<CacheSchema>(databaseName, version, {
    upgrade: (db) => {
      for (const name of db.objectStoreNames) db.deleteObjectStore(name);
      db.createObjectStore(records, { keyPath: "key" }).createIndex("at", "at");
    },
    // A tab with newer code may change the database.
    blocking: () =>
      void opening.then((db) => {
        db.close();
      }),
  });
  return opening;
}
