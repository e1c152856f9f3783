/**
 * Messages that are written and not yet stored by the server. Each chat sends one at a time, in the order they were
 * written, whichever tab they were written in; a retry repeats the `client_id`, so that a lost answer stores nothing
 * twice. A message that the network or the server did not accept is retried; a refused one stays failed.
 */
import type { Message } from "#lib/messenger/contract/schema.ts";
import { failedWith } from "#lib/messenger/outbox/outbox-failures.ts";
import { OutboxItems } from "#lib/messenger/outbox/outbox-items.ts";
import { memoryStore, type OutboxStore } from "#lib/messenger/outbox/outbox-store.ts";
import { onlyTab, type OutboxTabs, type TabMessage } from "#lib/messenger/outbox/outbox-tabs.ts";
import { OutboxTurns } from "#lib/messenger/outbox/outbox-turns.ts";
import { type UploadingCall, uploadingCall } from "#lib/messenger/outbox/outbox-uploading.ts";
import {
  type SendFailure,
  mayGo,
  type NewMessage,
  type Outgoing,
  type Queued,
} from "#lib/messenger/outbox/outgoing.ts";

export interface OutboxOptions {
  send: (message: Outgoing, signal: AbortSignal) => Promise<Message>;
  /** Uploads the files of a message and stores each result in it. Rejects with the same failures as `send`. */
  upload?: (call: UploadingCall) => Promise<void>;
  /** Puts the stored message into the history. The outbox goes on showing it until the promise settles. */
  onSent: (message: Message) => Promise<void> | undefined;
  describeFailure: (failure: unknown) => SendFailure;
  store?: OutboxStore;
  tabs?: OutboxTabs;
}

/** The state of a message that is to be tried at once; its delays start anew. */
const toTryAtOnce = { state: "pending", failure: null, transient: false, attempts: 0 } as const;

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #items: OutboxItems;
  readonly #tabs: OutboxTabs;
  readonly #turns: OutboxTurns;
  /** The requests under way for messages and files, by UUID, so that one is aborted when the member removes its message or file. */
  readonly #calls = new Map<string, AbortController>();
  /** Messages that the server has stored, and that the outbox shows until the history does. */
  readonly #stored = new Set<string>();
  /** The client id of the message that this tab added last, by chat. */
  readonly #addedLast = new Map<number, string>();

  constructor(options: OutboxOptions) {
    const { store = memoryStore(), tabs = onlyTab } = options;
    this.#options = options;
    this.#tabs = tabs;
    this.#items = new OutboxItems({
      store,
      tabs,
      onTabMessage: (...posted) => this.#receive(...posted),
    });
    const isUnsent = ({ clientId }: Queued) => !this.#stored.has(clientId);
    this.#turns = new OutboxTurns({
      unsent: () => this.#items.all().filter(isUnsent),
      attempt: (item) => this.#attempt(item),
      tabs,
    });
  }

  readonly subscribe = (listener: () => void) => this.#items.subscribe(listener);

  /** The same array until something changes. */
  readonly items = (): readonly Outgoing[] => this.#items.all();

  /** The client id of the message that was written last in this tab; null if none was. It stays once that is sent. */
  readonly lastAdded = (chatId: number): string | null => this.#addedLast.get(chatId) ?? null;

  /** Sends the messages that waited, and listens to the other tabs. Returns a function that stops it. */
  start(): () => void {
    this.#turns.start();
    const unfollow = this.#items.follow();
    void this.resume();
    return () => {
      this.#turns.stop();
      unfollow();
      for (const id of [...this.#calls.keys()]) this.#abort(id);
    };
  }

  /** Earlier messages that failed for lack of network are tried again first. */
  add(message: NewMessage) {
    const last = this.#items.all().at(-1)?.position ?? 0;
    const nothingElse = { mentions: [], reply: null, forward: null, attachments: [] };
    const queue = { position: Math.max(Date.now(), last + 1), retryAt: 0, notBefore: 0 };
    this.#restart((item) => item.chatId === message.chatId && mayGo(item));
    this.#addedLast.set(message.chatId, message.clientId);
    this.#items.put({ ...nothingElse, ...message, ...toTryAtOnce, ...queue });
    void this.#turns.sendDue(message.chatId);
  }

  /** Retries all failed messages of the chat, not just one, to keep their order. */
  retry(chatId: number) {
    this.#restart((item) => item.chatId === chatId);
  }

  /** The network, the server or the tab is back: retries what failed meanwhile. */
  async resume(): Promise<void> {
    await this.#items.load();
    this.#restart(mayGo);
    for (const chatId of this.#chats()) void this.#turns.sendDue(chatId);
  }

  /** Drops a message that the member removes. */
  remove(clientId: string) {
    this.#items.remove(clientId);
    this.#abort(clientId);
  }

  /** Removes a file from a message, with the message if nothing else is in it. */
  removeAttachment(clientId: string, attachmentId: string) {
    const item = this.#items.find(clientId);
    if (!item) return;
    const attachments = item.attachments.filter(({ id }) => id !== attachmentId);
    if (attachments.length === 0 && item.text === "") {
      this.remove(clientId);
      return;
    }
    this.#items.put({ ...item, attachments });
    this.#abort(attachmentId);
  }

  /**
   * Called when the socket brings a message of the member. If another tab sends it, that tab may not have received it
   * yet: it is given the message, and still waits for the answer to its request.
   */
  confirm(message: Message) {
    const { client_id: clientId } = message;
    if (this.#items.find(clientId)) {
      this.#tabs.post({ type: "sent", message });
      this.#moveToHistory(message);
    } else {
      this.#stored.add(clientId);
      this.#items.forget(clientId);
    }
  }

  /** Removes the message once the history shows it. */
  #moveToHistory(message: Message) {
    const { client_id: clientId } = message;
    this.#items.forget(clientId);
    if (this.#stored.has(clientId)) return;
    this.#stored.add(clientId);
    const shown = this.#options.onSent(message);
    const hide = () => this.#items.hide(clientId);
    if (shown) void shown.then(hide, hide);
    else hide();
  }

  #receive(posted: TabMessage, before: readonly Queued[]) {
    if (posted.type === "removed") this.#abort(posted.clientId);
    if (posted.type === "sent") this.#moveToHistory(posted.message);
    if (posted.type !== "put") return;
    const { clientId, attachments } = posted.item;
    const had = before.find((item) => item.clientId === clientId)?.attachments ?? [];
    for (const { id } of had) if (!attachments.some((one) => one.id === id)) this.#abort(id);
    void this.#turns.sendDue(posted.item.chatId);
  }

  #abort(id: string) {
    this.#calls.get(id)?.abort();
    this.#calls.delete(id);
  }

  #chats() {
    return new Set(this.#items.all().map((item) => item.chatId));
  }

  #restart(wanted: (item: Queued) => boolean) {
    const again = this.#items.all().filter((item) => item.state === "failed" && wanted(item));
    if (again.length === 0) return;
    this.#items.put(...again.map((item) => ({ ...item, ...toTryAtOnce })));
    for (const chatId of new Set(again.map((item) => item.chatId)))
      void this.#turns.sendDue(chatId);
  }

  /**
   * Uploads the files and sends the message; null once it is removed. Files that the server has deleted, because the
   * message waited too long, are uploaded once more.
   */
  async #deliver(item: Queued, signal: AbortSignal, isRepeated = false): Promise<Message | null> {
    const { clientId } = item;
    if (item.attachments.length > 0)
      await this.#options.upload?.(uploadingCall(this.#items, this.#calls, item));
    const whole = this.#items.find(clientId);
    if (!whole || signal.aborted) return null;
    try {
      return await this.#options.send(whole, signal);
    } catch (failure) {
      const refused = this.#items.find(clientId);
      const mayRepeat = !isRepeated && !this.#stored.has(clientId);
      if (!refused || !mayRepeat || !this.#options.describeFailure(failure).areFilesGone)
        throw failure;
      const attachments = refused.attachments.map((file) => ({ ...file, media: null }));
      this.#items.put({ ...refused, attachments });
      return this.#deliver({ ...refused, attachments }, signal, true);
    }
  }

  async #attempt(item: Queued) {
    const { clientId, chatId } = item;
    const call = new AbortController();
    this.#calls.set(clientId, call);
    try {
      const message = await this.#deliver(item, call.signal);
      if (!message) return;
      this.#tabs.post({ type: "sent", message });
      this.#moveToHistory(message);
      this.#restart((other) => other.chatId === chatId && mayGo(other));
    } catch (failure) {
      const failed = this.#items.find(clientId);
      if (failed && !call.signal.aborted && !this.#stored.has(clientId))
        this.#items.put(
          ...failedWith(this.#options.describeFailure(failure), failed, this.#items.all()),
        );
    } finally {
      this.#calls.delete(clientId);
    }
  }
}
