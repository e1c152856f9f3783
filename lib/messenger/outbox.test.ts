import { describe, expect, it, vi } from "vitest";
import { Outbox, type OutboxOptions, type Outgoing } from "#lib/messenger/outbox.ts";
import { messageOf } from "#lib/messenger/samples.ts";
import type { Message } from "#lib/messenger/schema.ts";

const offline = { failure: null, transient: true };
const refused = { failure: "Недостаточно прав", transient: false };

/** An outbox whose requests the test answers by hand, in the order they were made. */
function setUp(options: Partial<OutboxOptions> = {}) {
  const requests: { clientId: string; answer: PromiseWithResolvers<Message> }[] = [];
  const onSent = vi.fn();
  const outbox = new Outbox({
    send: ({ clientId }) => {
      const answer = Promise.withResolvers<Message>();
      requests.push({ clientId, answer });
      return answer.promise;
    },
    onSent,
    describeFailure: (failure) => failure as Pick<Outgoing, "failure" | "transient">,
    ...options,
  });
  const add = (clientId: string, chatId = 7) =>
    outbox.add({
      kind: "private",
      chatId,
      clientId,
      text: clientId,
      createdAt: "2025-11-20T12:00:00.000Z",
    });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const accept = async (index: number) => {
    requests[index]?.answer.resolve(messageOf(index + 1));
    await settle();
  };
  const fail = async (index: number, why: Pick<Outgoing, "failure" | "transient">) => {
    requests[index]?.answer.reject(why);
    await settle();
  };
  const states = () => outbox.items().map(({ clientId, state }) => `${clientId} ${state}`);
  const sent = () => requests.map(({ clientId }) => clientId);
  return { outbox, onSent, add, accept, fail, states, sent };
}

describe("messages on their way", () => {
  it("are there at once, pending", () => {
    const { add, states } = setUp();
    add("a");
    expect(states()).toEqual(["a pending"]);
  });

  it("go out one by one in the order they were written", async () => {
    const { add, accept, sent, states, onSent } = setUp();
    add("a");
    add("b");
    expect(sent()).toEqual(["a"]);
    await accept(0);
    expect(sent()).toEqual(["a", "b"]);
    expect(states()).toEqual(["b pending"]);
    expect(onSent).toHaveBeenCalledOnce();
  });

  it("of different chats do not wait for each other", () => {
    const { add, sent } = setUp();
    add("a", 7);
    add("b", 8);
    expect(sent()).toEqual(["a", "b"]);
  });

  it("are taken into the history before they leave", async () => {
    const seen: number[] = [];
    const { outbox, add, accept } = setUp({ onSent: () => seen.push(outbox.items().length) });
    add("a");
    await accept(0);
    expect(seen).toEqual([1]);
    expect(outbox.items()).toEqual([]);
  });
});

describe("a message that could not be sent", () => {
  it("holds back those behind it while the network is away, and a retry keeps their order and ids", async () => {
    const { outbox, add, accept, fail, sent, states } = setUp();
    add("a");
    add("b");
    await fail(0, offline);
    expect(states()).toEqual(["a failed", "b failed"]);
    outbox.retry(7);
    expect(states()).toEqual(["a pending", "b pending"]);
    await accept(1);
    expect(sent()).toEqual(["a", "a", "b"]);
  });

  it("does not hold back the others when it was refused", async () => {
    const { add, fail, sent, outbox } = setUp();
    add("a");
    add("b");
    await fail(0, refused);
    expect(sent()).toEqual(["a", "b"]);
    expect(outbox.items()[0]).toMatchObject({ state: "failed", failure: "Недостаточно прав" });
  });

  it("goes out before one that is written after it", async () => {
    const { add, fail, sent } = setUp();
    add("a");
    await fail(0, offline);
    add("b");
    expect(sent()).toEqual(["a", "a"]);
  });

  it("is tried again on the return of the network, unless it was refused", async () => {
    const { outbox, add, fail, sent } = setUp();
    add("a", 7);
    add("b", 8);
    await fail(0, offline);
    await fail(1, refused);
    outbox.retryTransient();
    expect(sent()).toEqual(["a", "b", "a"]);
  });

  it("can be thrown away", async () => {
    const { outbox, add, fail, states } = setUp();
    add("a");
    await fail(0, offline);
    outbox.remove("a");
    expect(states()).toEqual([]);
  });
});

describe("a reload of the tab", () => {
  it("loses nothing that was waiting", () => {
    const keep = vi.fn();
    const first = setUp({ keep });
    first.add("a");
    const restored = keep.mock.lastCall?.[0] as Outgoing[];
    const second = setUp({ restored });
    second.outbox.start();
    expect(second.sent()).toEqual(["a"]);
  });
});
