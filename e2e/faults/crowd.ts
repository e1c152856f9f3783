/** Members who write to each other at a steady rate whatever happens, with a ledger of acknowledged messages. */
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import type { Served } from "#e2e/kampus.ts";
import { type LedgerChat, LedgerDevice, readAfter } from "#e2e/ledger.ts";
import { call, karimov, type Member, newMember } from "#e2e/members.ts";
import { chatCreated, messageAnswer } from "#lib/messenger/contract/schema.ts";

interface Talk {
  chat: LedgerChat;
  /** The first of the two writes; both have a device that is connected. */
  pair: [Member, Member];
  devices: [LedgerDevice, LedgerDevice];
  /** The acknowledged messages: client_id → seq. */
  ledger: Map<string, number>;
  sentAt: Map<string, number>;
}

const retryEveryMs = 100;
const levelWithinMs = 20_000;

export type Crowd = Awaited<ReturnType<typeof gatherCrowd>>;

/** `readersAt`: the node to which the recipients are connected; the writers are at `site`. */
export async function gatherCrowd(site: Served, pairs: number, readersAt: Served = site) {
  const talks = await meetInPairs(site, pairs, readersAt);
  const devices = talks.flatMap((talk) => talk.devices);
  const areConnected = () => devices.every(({ isConnected }) => isConnected);
  const deadline = Date.now() + levelWithinMs;
  while (!areConnected()) {
    if (Date.now() > deadline) throw new Error("the devices of the crowd did not connect");
    await wait(50);
  }

  const writer = createWriter(site, talks);

  return {
    talks,
    failures: writer.failures,
    answerMs: writer.answerMs,
    acknowledged: () => talks.reduce((sum, { ledger }) => sum + ledger.size, 0),
    awayMs: () => devices.flatMap((device) => device.awayMs),
    areConnected,

    start: writer.start,
    stop: writer.stop,

    /** How long messages that were sent since took to the other's device, of those that came by the socket. */
    deliveryMs: (since = 0) =>
      talks.flatMap(({ sentAt, devices: [, reader] }) =>
        [...reader.arrivedAt].flatMap(([id, at]) => {
          const sent = sentAt.get(id) ?? at;
          return sent >= since ? [at - sent] : [];
        }),
      ),

    /** Each acknowledged message is stored once, in the order of its author, and all devices have it in that order. */
    async expectLedgerKept(): Promise<void> {
      for (const { chat, pair, devices: both, ledger } of talks) {
        const stored = await readAfter(site, pair[1], chat);
        expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
        expect(stored.map(({ client_id }) => client_id)).toEqual([...ledger.keys()]);
        expect(stored.map(({ seq }) => seq)).toEqual([...ledger.values()]);
        for (const device of both) {
          await expect.poll(() => device.lastSeq, { timeout: levelWithinMs }).toBe(stored.length);
          expect(device.messages.map(({ client_id }) => client_id)).toEqual([...ledger.keys()]);
        }
      }
    },

    close(): void {
      writer.close();
      for (const device of devices) device.close();
    },
  };
}

/** Members who have a chat in pairs, each with a device that connects. */
function meetInPairs(site: Served, pairs: number, readersAt: Served): Promise<Talk[]> {
  return Promise.all(
    Array.from({ length: pairs }, async (): Promise<Talk> => {
      const pair: [Member, Member] = [
        await newMember(site, karimov),
        await newMember(site, karimov),
      ];
      const path = `/messenger/private/create/chat/${pair[1].id}`;
      const { id } = chatCreated.parse(await call(site, pair[0], "POST", path)).data;
      const chat: LedgerChat = { x: "private", id };
      const devices: Talk["devices"] = [
        new LedgerDevice(site, pair[0], chat),
        new LedgerDevice(readersAt, pair[1], chat),
      ];
      return { chat, pair, devices, ledger: new Map(), sentAt: new Map() };
    }),
  );
}

/** Writes for the first of each pair, and repeats each message until it is acknowledged. */
function createWriter(site: Served, talks: Talk[]) {
  /** For each request that failed, its status or error code. */
  const failures: string[] = [];
  /** How long each answer took, failures too. */
  const answerMs: number[] = [];
  let isWriting = false;
  let isClosed = false;
  let writing: Promise<unknown> = Promise.resolve();

  const sendOnce = async (talk: Talk, body: object) => {
    const startedAt = performance.now();
    try {
      const answer = await site.request("messenger", "/private/sendMessage", {
        method: "POST",
        headers: { authorization: `Bearer ${talk.pair[0].token}` },
        body,
      });
      if (answer.status === 201 || answer.status === 200)
        return messageAnswer.parse(JSON.parse(answer.body)).data.seq;
      if (answer.status < 500) throw new Error(`${answer.status} ${answer.body}`);
      const isTold = answer.status !== 503 || answer.headers["retry-after"] !== undefined;
      failures.push(isTold ? String(answer.status) : "503 without Retry-After");
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
      failures.push(String(error.code));
    } finally {
      answerMs.push(performance.now() - startedAt);
    }
    return null;
  };

  const write = async (talk: Talk, everyMs: number, offsetMs: number) => {
    const begunAt = performance.now() + offsetMs;
    for (let count = 0; isWriting; count += 1) {
      await wait(Math.max(0, begunAt + count * everyMs - performance.now()));
      const client_id = crypto.randomUUID();
      talk.sentAt.set(client_id, performance.now());
      const body = { chat_id: talk.chat.id, client_id, text: `${talk.ledger.size + 1}` };
      for (;;) {
        const seq = await sendOnce(talk, body);
        if (seq === null && !isClosed) await wait(retryEveryMs);
        else {
          if (seq === null) return;
          talk.ledger.set(client_id, seq);
          break;
        }
      }
    }
  };

  return {
    failures,
    answerMs,
    start: (perSecond: number): void => {
      isWriting = true;
      const everyMs = (talks.length * 1000) / perSecond;
      writing = Promise.all(
        talks.map((talk, index) => write(talk, everyMs, (index * everyMs) / talks.length)),
      );
      writing.catch(() => (isWriting = false));
    },

    stop: async (): Promise<void> => {
      isWriting = false;
      await writing;
    },
    close(): void {
      [isWriting, isClosed] = [false, true];
    },
  };
}
