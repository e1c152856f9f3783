import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { z } from "zod";
import { expect, test } from "#e2e/fixtures.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { call, type Member, newMember, write } from "#e2e/members.ts";
import { history } from "#lib/messenger/contract/schema.ts";

const name = { surname: "Рахимов", name: "Жасур", patronymic: "Олимович" };
const retryEveryMs = 50;

test("Ctrl-C stops the server in order", async ({ kampus }) => {
  expect(await kampus.end("SIGINT")).toBe(0);
  await kampus.restart();
});

test("SIGTERM ends the server with code 0 whatever holds connections open", async ({ kampus }) => {
  const host = `site.${kampus.deployment.rootDomain}:${kampus.deployment.port}`;
  const connections = Array.from({ length: 3 }, () => openConnection(kampus));
  const [idle, busy, slow] = await Promise.all(connections);
  if (!idle || !busy || !slow) throw new Error("three connections were opened");
  const page = `GET /ru HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  idle.write(page);
  await once(idle, "data");
  // As a proxy does, which sends the next request as soon as it has the answer to the last.
  busy.on("data", () => busy.write(page));
  busy.write(page);
  await once(busy, "data");
  slow.write(
    `POST /api/ru/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  );
  expect(await kampus.end("SIGTERM")).toBe(0);
  await kampus.restart();
});

test("no acknowledged message is lost, doubled or moved when the server is killed", async ({
  kampus,
}) => {
  const [one, other] = [await newMember(kampus, name), await newMember(kampus, name)];
  const chatId = await write(kampus, one, other, "первое");
  const acknowledged = new Map<string, number>();
  let writing = true;
  const writeOn = async (author: Member) => {
    while (writing) {
      const clientId = crypto.randomUUID();
      acknowledged.set(clientId, await sendUntilAcknowledged(kampus, author, chatId, clientId));
    }
  };
  const writers = [one, other, one, other].map(writeOn);
  for (let kill = 1; kill <= 3; kill += 1) {
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 20);
    await kampus.restart("SIGKILL");
  }
  writing = false;
  await Promise.all(writers);

  const stored = await wholeHistory(kampus, other, chatId);
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
  expect(new Map(stored.slice(1).map(({ client_id, seq }) => [client_id, seq]))).toEqual(
    acknowledged,
  );
});

async function openConnection(kampus: Kampus): Promise<Socket> {
  const socket = connect(Number(kampus.deployment.port), "127.0.0.1");
  socket.on("error", () => undefined); // the server hangs up at its end
  await once(socket, "connect");
  return socket;
}

/** As a client does: the same client_id until an answer comes. Answers the message's seq. */
async function sendUntilAcknowledged(
  kampus: Kampus,
  author: Member,
  chat_id: number,
  client_id: string,
): Promise<number> {
  for (;;) {
    try {
      const body = { chat_id, client_id, text: "слово" };
      const answer = await call(kampus, author, "POST", "/messenger/private/sendMessage", body);
      return sent.parse(answer).data.seq;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryEveryMs)); // the server is away
    }
  }
}

const sent = z.object({ data: z.object({ seq: z.int() }) });

async function wholeHistory(kampus: Kampus, member: Member, chatId: number) {
  const pages = [];
  for (let after = 0, last = 1; after < last;) {
    const path = `/messenger/private/getMessages/${chatId}?after=${after}&limit=100`;
    const page = history.parse(await call(kampus, member, "GET", path));
    pages.push(page.data);
    after = page.data.at(-1)?.seq ?? Infinity;
    last = page.meta.last_seq;
  }
  return pages.flat();
}
