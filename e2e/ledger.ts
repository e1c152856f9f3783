/**
 * Members who write and read as clients do while the server comes and goes: they repeat the same client_id until it is
 * acknowledged.
 */
import http from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { toThisMachine } from "#bench/measure/to-this-machine.ts";
import type { Served } from "#e2e/kampus.ts";
import type { Member } from "#e2e/members.ts";
import { history, type Message, messageAnswer } from "#lib/messenger/contract/schema.ts";

export interface LedgerChat {
  x: "private" | "group";
  id: number;
}

const retryEveryMs = 50;
const pageSize = 100;
/** Keep-alive connections; those of a killed server end. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 60 });

interface Call {
  method: "GET" | "POST";
  path: string;
  body?: object;
}

/** Repeats a request until it succeeds. @throws when it is refused (4xx). */
async function ask(kampus: Served, { token }: Member, { method, path, body }: Call) {
  const { rootDomain, port } = kampus.deployment;
  const payload = body && JSON.stringify(body);
  const headers = {
    host: `messenger.${rootDomain}:${port}`,
    authorization: `Bearer ${token}`,
    ...(payload && { "content-type": "application/json" }),
  };
  for (;;) {
    const answer = await new Promise<{ status: number; text: string } | null>((resolve) => {
      const request = http.request(
        { host: "127.0.0.1", port, path, method, agent, headers },
        (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (chunk: string) => (text += chunk));
          response.on("end", () => {
            resolve({ status: response.statusCode ?? 0, text });
          });
          response.on("error", () => {
            resolve(null);
          });
        },
      );
      request.on("error", () => {
        resolve(null);
      });
      request.end(payload);
    });
    if (answer && answer.status < 300) return JSON.parse(answer.text) as unknown;
    if (answer && answer.status < 500) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    await wait(retryEveryMs); // the server is away
  }
}

/** Returns the acknowledged message. */
export async function writeOnce(
  kampus: Served,
  author: Member,
  { x, id }: LedgerChat,
  text: string,
): Promise<Message> {
  const body = { chat_id: id, client_id: crypto.randomUUID(), text };
  const path = `/${x}/sendMessage`;
  return messageAnswer.parse(await ask(kampus, author, { method: "POST", path, body })).data;
}

/** All messages of a chat after a seq, page by page. */
export async function readAfter(
  kampus: Served,
  reader: Member,
  { x, id }: LedgerChat,
  after = 0,
): Promise<Message[]> {
  const path = `/${x}/getMessages/${id}?after=${after}&limit=${pageSize}`;
  const page = history.parse(await ask(kampus, reader, { method: "GET", path }));
  const last = page.data.at(-1)?.seq ?? page.meta.last_seq;
  if (last >= page.meta.last_seq) return page.data;
  return [...page.data, ...(await readAfter(kampus, reader, { x, id }, last))];
}

/**
 * A device: receives messages as they come, and fetches missing ones when it connects or sees a gap in seq. `messages`
 * are in the order in which they were received.
 */
export class LedgerDevice {
  readonly messages: Message[] = [];
  /** The time of arrival by client_id, as `performance.now()` gives it. */
  readonly arrivedAt = new Map<string, number>();
  /** The durations without a connection. */
  readonly awayMs: number[] = [];
  readonly #kampus: Served;
  readonly #reader: Member;
  readonly #chat: LedgerChat;
  readonly #socket: Socket;
  #catchingUp: Promise<void> | null = null;
  #refusal: unknown = null;
  #isSignedOut = false;
  #again = false;

  constructor(kampus: Served, reader: Member, chat: LedgerChat) {
    [this.#kampus, this.#reader, this.#chat] = [kampus, reader, chat];
    const { rootDomain, port } = kampus.deployment;
    this.#socket = io(`http://chat.${rootDomain}:${port}`, {
      forceNew: true,
      agent: new http.Agent({ lookup: toThisMachine }) as unknown as string, // the types know browsers' agents only
      // Those of a page (lib/api/socket.ts).
      reconnectionDelay: 1_400,
      randomizationFactor: 0.25,
      reconnectionDelayMax: 5_000,
      transports: ["websocket"],
      extraHeaders: { authorization: `Bearer ${reader.token}` },
    });
    let lostAt: number | null = null;
    this.#socket.on("connect", () => {
      if (lostAt !== null) this.awayMs.push(performance.now() - lostAt);
      lostAt = null;
      this.catchUp();
    });
    this.#socket.on("disconnect", () => {
      lostAt ??= performance.now();
    });
    this.#socket.on("resync", () => {
      this.catchUp();
    });
    this.#socket.on("session_ended", () => {
      this.#isSignedOut = true;
    });
    this.#socket.on("message", (payload: unknown) => {
      const message = heard.parse(payload);
      if (!this.arrivedAt.has(message.client_id))
        this.arrivedAt.set(message.client_id, performance.now());
      if (message.chat_id !== chat.id || message.seq <= this.lastSeq) return;
      if (message.seq === this.lastSeq + 1 && !this.#catchingUp) this.messages.push(message);
      else this.catchUp();
    });
  }

  get isConnected(): boolean {
    return this.#socket.connected;
  }

  get chatId(): number {
    return this.#chat.id;
  }

  get lastSeq(): number {
    return this.messages.at(-1)?.seq ?? 0;
  }

  /** A call during a request causes one more request, because newer messages may have come since. */
  catchUp(): void {
    this.#again = true;
    this.#catchingUp ??= this.#fetchMissing()
      .catch((error: unknown) => {
        this.#refusal ??= error;
      })
      .finally(() => (this.#catchingUp = null));
  }

  /** @throws the refusal of a request, unless its session had ended. */
  close(): void {
    this.#socket.close();
    if (this.#refusal && !this.#isSignedOut) throw this.#refusal as Error; // requests reject with nothing else
  }

  async #fetchMissing(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const missing = await readAfter(this.#kampus, this.#reader, this.#chat, this.lastSeq);
      this.messages.push(...missing);
    }
  }
}

const heard = messageAnswer.shape.data;
