/**
 * Messages that are written and not yet stored by the server. Each chat sends one at a time, in the order they were
 * written, whichever tab they were written in; a retry repeats the `client_id`, so that a lost answer stores nothing
 * twice. What the network or the server did not take is tried again and again, what was refused stays failed.
 */
import { failedWith } from "#lib/messenger/outbox/outbox-failures.ts";
import { OutboxItems } from "#lib/messenger/outbox/outbox-items.ts";
import { memoryStore, type OutboxStore } from "#lib/messenger/outbox/outbox-store.ts";
import { OutboxTurns } from "#lib/messenger/outbox-turns.ts";
import { onlyTab, type OutboxNews, type OutboxTabs } from "#lib/messenger/outbox/outbox-tabs.ts";
import {
  type Failure,
  mayGo,
  type NewMessage,
  type Outgoing,
  type Queued,
} from "#lib/messenger/outbox/outgoing.ts";
import { type UploadingCall, uploadingCall } from "#lib/messenger/outbox/outbox-uploading.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

export type {
  NewMessage,
  Outgoing,
  OutgoingAttachment,
  OutgoingForward,
} from "#lib/messenger/outbox/outgoing.ts";

export interface OutboxOptions {
  send: (message: Outgoing, signal: AbortSignal) => Promise<Message>;
  /** Brings the files of a message to the server, and changes it for each. Fails as `send` does. */
  upload?: (call: UploadingCall) => Promise<void>;
  /** Puts it where it is shown from now on. Until then the message stays here. */
  onSent: (message: Message) => Promise<void> | undefined;
  describeFailure: (failure: unknown) => Failure;
  store?: OutboxStore;
  tabs?: OutboxTabs;
}

/** With a reason to hope that it goes this time: if not, the delays begin anew. */
const waiting = { state: "pending", failure: null, transient: false, attempts: 0 } as const;

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #items: OutboxItems;
  readonly #tabs: OutboxTabs;
  readonly #turns: OutboxTurns;
  /** Of messages and of their files, by their UUIDs: what is thrown away is given up. */
  readonly #calls = new Map<string, AbortController>();
  /** Stored by the server, and shown here until the history shows them. */
  readonly #stored = new Set<string>();

  constructor(options: OutboxOptions) {
    const { store = memoryStore(), tabs = onlyTab } = options;
    this.#options = options;
    this.#tabs = tabs;
    this.#items = new OutboxItems({ store, tabs, onNews: (...news) => this.#hear(...news) });
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

  /** Sends what waited, and follows the other tabs. Gives back how to stop. */
  start(): () => void {
    this.#turns.start();
    const unfollow = this.#items.follow();
    void this.resume();
    return () => {
      this.#turns.stop();
      unfollow();
      for (const id of [...this.#calls.keys()]) this.#giveUp(id);
    };
  }

  /** What failed before it for want of network is tried again first. */
  add(message: NewMessage) {
    const last = this.#items.all().at(-1)?.position ?? 0;
    const nothingElse = { mentions: [], reply: null, forward: null, attachments: [] };
    const queue = { position: Math.max(Date.now(), last + 1), retryAt: 0, notBefore: 0 };
    this.#restart((item) => item.chatId === message.chatId && mayGo(item));
    this.#items.put({ ...nothingElse, ...message, ...waiting, ...queue });
    void this.#turns.drain(message.chatId);
  }

  /** Tries every failed message of the chat again, so that their order stays. */
  retry(chatId: number) {
    this.#restart((item) => item.chatId === chatId);
  }

  /** The network, the server or the tab is back: tries again what failed because it was away. */
  async resume(): Promise<void> {
    await this.#items.load();
    this.#restart(mayGo);
    for (const chatId of this.#chats()) void this.#turns.drain(chatId);
  }

  /** Forgets a message that the member throws away. */
  remove(clientId: string) {
    this.#items.remove(clientId);
    this.#giveUp(clientId);
  }

  /** Takes a file out of a message, with the message if nothing else is in it. */
  removeAttachment(clientId: string, attachmentId: string) {
    const item = this.#items.find(clientId);
    if (!item) return;
    const attachments = item.attachments.filter(({ id }) => id !== attachmentId);
    if (attachments.length === 0 && item.text === "") {
      this.remove(clientId);
      return;
    }
    this.#items.put({ ...item, attachments });
    this.#giveUp(attachmentId);
  }

  /** It came from the server, who has shown it. */
  settle({ client_id }: Pick<Message, "client_id">) {
    this.#stored.add(client_id);
    this.#items.remove(client_id);
  }

  /** Leaves once the history shows it. */
  #leave(message: Message) {
    const { client_id: clientId } = message;
    this.#items.forget(clientId);
    if (this.#stored.has(clientId)) return;
    this.#stored.add(clientId);
    const shown = this.#options.onSent(message);
    const hide = () => this.#items.hide(clientId);
    if (shown) void shown.then(hide, hide);
    else hide();
  }

  #hear(news: OutboxNews, before: readonly Queued[]) {
    if (news.type === "removed") this.#giveUp(news.clientId);
    if (news.type === "sent") this.#leave(news.message);
    if (news.type !== "put") return;
    const { clientId, attachments } = news.item;
    const had = before.find((item) => item.clientId === clientId)?.attachments ?? [];
    for (const { id } of had) if (!attachments.some((one) => one.id === id)) this.#giveUp(id);
    void this.#turns.drain(news.item.chatId);
  }

  #giveUp(id: string) {
    this.#calls.get(id)?.abort();
    this.#calls.delete(id);
  }

  #chats() {
    return new Set(this.#items.all().map((item) => item.chatId));
  }

  #restart(wanted: (item: Queued) => boolean) {
    const again = this.#items.all().filter((item) => item.state === "failed" && wanted(item));
    if (again.length === 0) return;
    this.#items.put(...again.map((item) => ({ ...item, ...waiting })));
    for (const chatId of new Set(again.map((item) => item.chatId))) void this.#turns.drain(chatId);
  }

  async #attempt(item: Queued) {
    const { clientId, chatId } = item;
    const call = new AbortController();
    this.#calls.set(clientId, call);
    try {
      if (item.attachments.length > 0)
        await this.#options.upload?.(uploadingCall(this.#items, this.#calls, item));
      const whole = this.#items.find(clientId);
      if (!whole || call.signal.aborted) return;
      const message = await this.#options.send(whole, call.signal);
      this.#tabs.tell({ type: "sent", message });
      this.#leave(message);
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
