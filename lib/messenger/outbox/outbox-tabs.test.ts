import { describe, expect, it, vi } from "vitest";
import { offline, outboxByHand as setUp } from "#lib/testing/outbox-by-hand.ts";
import { memoryStore, type OutboxStore } from "#lib/messenger/outbox/outbox-store.ts";
import type { OutboxTabs, TabMessage } from "#lib/messenger/outbox/outbox-tabs.ts";
import { messageOf } from "#lib/testing/message-samples.ts";

describe("a reload", () => {
  it("loses no waiting message, and keeps the order", async () => {
    const store = memoryStore();
    const first = setUp({ store });
    first.add("a");
    first.add("b");
    first.outbox.start()();
    const second = setUp({ store });
    second.outbox.start();
    await vi.waitFor(() => expect(second.sent()).toEqual(["a"]));
    await second.accept(0);
    await vi.waitFor(() => expect(second.sent()).toEqual(["a", "b"]));
  });

  it("does not restore what was stored or removed", async () => {
    const store = memoryStore();
    const { add, accept, outbox } = setUp({ store });
    add("a");
    add("b");
    await accept(0);
    outbox.remove("b");
    expect(await store.read()).toEqual([]);
  });
});

/** Tabs that listen to each other; holders of the same lock run one after the other. */
function severalTabs() {
  const receivers = new Set<(message: TabMessage) => void>();
  let last: Promise<void> = Promise.resolve();
  return (): OutboxTabs => {
    let own: ((message: TabMessage) => void) | null = null;
    return {
      post: (message) => {
        const posted = structuredClone(message);
        for (const receive of receivers) if (receive !== own) queueMicrotask(() => receive(posted));
      },
      listen: (receive) => {
        own = receive;
        receivers.add(receive);
        return () => void receivers.delete(receive);
      },
      exclusively: (_name, run) => (last = last.then(run)),
    };
  };
}

describe("two tabs", () => {
  const open = () => {
    const store = memoryStore();
    const tabs = severalTabs();
    const [one, other] = [setUp({ store, tabs: tabs() }), setUp({ store, tabs: tabs() })];
    const stops = [one.outbox.start(), other.outbox.start()];
    return { one, other, stops };
  };

  it("show the same messages once, and only one of them sends", async () => {
    const { one, other } = open();
    one.add("a");
    await vi.waitFor(() => expect(other.states()).toEqual(["a pending"]));
    other.add("b");
    await vi.waitFor(() => expect(one.states()).toEqual(["a pending", "b pending"]));
    await vi.waitFor(() => expect([...one.sent(), ...other.sent()]).toEqual(["a"]));
    await one.accept(0);
    await vi.waitFor(() => expect([...one.sent(), ...other.sent()]).toEqual(["a", "b"]));
    await one.accept(1);
    expect([one.states(), other.states()]).toEqual([[], []]);
    expect([one.onSent, other.onSent].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  });

  it("continue where the other was closed", async () => {
    const { one, other, stops } = open();
    one.add("a");
    await vi.waitFor(() => expect(one.sent()).toEqual(["a"]));
    stops[0]?.();
    await one.fail(0, offline);
    await vi.waitFor(() => expect(other.sent()).toEqual(["a"]));
  });

  it("keep the bubble and the request of the one that sends, when the socket of the other is first with the message", async () => {
    const shown = Promise.withResolvers<undefined>();
    const { one, other } = open();
    one.onSent.mockReturnValue(shown.promise);
    one.add("a");
    await vi.waitFor(() => expect(other.states()).toEqual(["a pending"]));
    const message = messageOf(1, { client_id: "a" });
    other.outbox.confirm(message);
    expect(other.states()).toEqual([]);
    await vi.waitFor(() => expect(one.onSent).toHaveBeenCalledExactlyOnceWith(message));
    expect(one.states()).toEqual(["a pending"]);
    expect(one.isAborted(0)).toBe(false);
    shown.resolve(undefined);
    await one.accept(0);
    expect(one.states()).toEqual([]);
    expect(one.onSent).toHaveBeenCalledOnce();
  });

  it("both stop a message that is removed in one", async () => {
    const { one, other } = open();
    one.add("a");
    await vi.waitFor(() => expect(one.sent()).toEqual(["a"]));
    other.outbox.remove("a");
    await vi.waitFor(() => expect([one.states(), other.states()]).toEqual([[], []]));
    expect(one.isAborted(0)).toBe(true);
  });

  it("leave nothing to send of a message that is removed in one while the other still writes it", async () => {
    const store = memoryStore();
    const free = Promise.withResolvers<undefined>();
    let last: Promise<void> = free.promise.then(() => undefined);
    const inOrder = (write: () => Promise<void>) => (last = last.then(write));
    const busy: OutboxStore = {
      read: store.read,
      put: (item) => inOrder(() => store.put(item)),
      remove: (clientId) => inOrder(() => store.remove(clientId)),
    };
    const tabs = severalTabs();
    const [one, other] = [setUp({ store: busy, tabs: tabs() }), setUp({ store, tabs: tabs() })];
    for (const { outbox } of [one, other]) outbox.start();
    one.add("a");
    await vi.waitFor(() => expect(other.states()).toEqual(["a pending"]));
    other.outbox.remove("a");
    await vi.waitFor(() => expect(one.states()).toEqual([]));
    free.resolve(undefined);
    await one.settle();
    expect(await store.read()).toEqual([]);
  });
});
