/** Stores messages that the server does not have yet, files included, across reloads and restarts of the browser. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import * as z from "zod/mini";
import { askBeforeLeaving } from "#lib/browser/ask-before-leaving.ts";
import { type Queued, queued } from "#lib/messenger/outbox/outgoing.ts";

export interface OutboxStore {
  /** In the order in which they were written; null where it cannot be read now, so that nothing is known of it. */
  read: () => Promise<Queued[] | null>;
  /** Writes run one after the other; none rejects. */
  put: (item: Queued) => Promise<void>;
  remove: (clientId: string) => Promise<void>;
}

interface GuardedStore extends OutboxStore {
  /**
   * Makes the browser ask before the page is left while a message is in its memory alone (D-MESSENGER). Returns a function
   * that stops it.
   */
  guard: () => () => void;
}

const databaseName = "kampus-outbox";
const messages = "messages";

/** Fields that each try changes. They need not be stored, since a reload tries every message that was not refused. */
const ofTries = {
  state: true,
  failure: true,
  transient: true,
  attempts: true,
  retryAt: true,
  failedAt: true,
} as const;
const content = z.omit(queued, ofTries);

/**
 * Whether a reload would treat both alike, so that the second need not be written. Files are compared by id, since they
 * never change.
 */
function areSameAfterReload(one: Queued, other: Queued): boolean {
  const [known, wanted] = [one, other].map((item) => {
    const isRefused = item.state === "failed" && !item.transient;
    const { data } = content.safeParse(item);
    return data && JSON.stringify({ ...data, isRefused });
  });
  return known !== undefined && known === wanted;
}

/** The store of one member. Where the browser stores nothing, messages wait as long as the tab lives. */
export function openOutboxStore(memberId: number): GuardedStore {
  const inMemory = memoryStore();
  const guard = () => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!inMemory.isEmpty()) askBeforeLeaving(event);
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  };
  if (typeof indexedDB === "undefined") return { ...inMemory, guard };
  const connected = reconnecting();
  /** The ids of messages whose deletion has failed or is to come: one that stayed would be sent after a reload. */
  const toDelete = new Set<string>();
  const inDatabase = <T>(act: (store: ReturnType<typeof databaseStore>) => Promise<T>) =>
    connected(async (db) => {
      const store = databaseStore(db, memberId);
      for (const clientId of toDelete) {
        await store.remove(clientId);
        toDelete.delete(clientId);
      }
      return act(store);
    });
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(act: () => Promise<T>) => {
    const result = last.then(act);
    last = result;
    return result;
  };
  return {
    guard,
    read: () =>
      inOrder(async () => {
        const stored = await inDatabase((store) => store.read()).catch(() => null);
        if (!stored) return null;
        const others = await inMemory.read();
        const newer = new Set(others.map(({ clientId }) => clientId));
        return [...stored.filter(({ clientId }) => !newer.has(clientId)), ...others];
      }),
    put: (item) =>
      inOrder(async () => {
        const isStored = inDatabase((store) => store.put(item));
        await isStored.then(
          () => inMemory.remove(item.clientId),
          () => inMemory.put(item),
        );
      }),
    remove: (clientId) =>
      inOrder(async () => {
        await inMemory.remove(clientId);
        toDelete.add(clientId);
        await inDatabase(async () => undefined).catch(() => undefined);
      }),
  };
}

/**
 * Uses the database, which is opened anew after a failure: browsers close it by force, as when a phone wakes a page up
 * or its disk fails for a moment.
 */
function reconnecting(): <T>(act: (db: Database) => Promise<T>) => Promise<T> {
  let opened = open();
  opened.catch(() => undefined); // each use fails with it
  return async (act) => {
    try {
      return await act(await opened);
    } catch {
      void opened.then(
        (db) => db.close(),
        () => undefined,
      );
      opened = open();
      return act(await opened);
    }
  };
}

/** A shared computer must hold no messages of a former member, and send none. */
export async function forgetOtherOutboxes(memberId: number): Promise<void> {
  try {
    const others = [IDBKeyRange.upperBound(memberId, true), IDBKeyRange.lowerBound(memberId, true)];
    const db = await open();
    const { store, done } = db.transaction(messages, "readwrite");
    const remove = async (range: IDBKeyRange) => {
      const keys = await store.index("memberId").getAllKeys(range);
      await Promise.all(keys.map((key) => store.delete(key)));
    };
    await Promise.all([...others.map(remove), done]);
  } catch {
    return; // storage is switched off: nothing was stored
  }
}

export function memoryStore() {
  const items = new Map<string, Queued>();
  return {
    isEmpty: () => items.size === 0,
    read: async () => [...items.values()],
    put: async (item) => void items.set(item.clientId, item),
    remove: async (clientId) => void items.delete(clientId),
  } satisfies OutboxStore & { isEmpty: () => boolean };
}

interface OutboxSchema extends DBSchema {
  [messages]: {
    key: string;
    value: Queued & { memberId: number };
    indexes: { memberId: number };
  };
}

type Database = IDBPDatabase<OutboxSchema>;

const databaseStore = (db: Database, memberId: number) =>
  ({
    read: async () => {
      const found = await db.getAllFromIndex(messages, "memberId", memberId);
      // Another version of this code may have written them.
      const items = found.flatMap((item) => queued.safeParse(item).data ?? []);
      return items.toSorted((a, b) => a.position - b.position);
    },
    put: async (item) => {
      const { store, done } = db.transaction(messages, "readwrite");
      const write = async () => {
        const stored = await store.get(item.clientId);
        // A browser writes the files of a record anew with it, and a message may be tried for hours.
        if (!stored || !areSameAfterReload(stored, item)) await store.put({ ...item, memberId });
      };
      await Promise.all([write(), done]);
    },
    remove: (clientId) => db.delete(messages, clientId),
  }) satisfies OutboxStore;

/**
 * Stays as it is: after a roll-back the build before could not open a newer one, and what waits there would be neither shown
 * nor sent. A field that is added is optional.
 */
const version = 1;

/** Asynchronous, because a browser that forbids storage may throw at once. */
const open = async (): Promise<Database> => {
  const opening = openDB<OutboxSchema>(databaseName, version, {
    upgrade: (db) => {
      db.createObjectStore(messages, { keyPath: "clientId" }).createIndex("memberId", "memberId");
    },
    // A tab with newer code may change the database all the same, and would wait for this one.
    blocking: () =>
      void opening.then((db) => {
        db.close();
      }),
  });
  return opening;
};
