/** Nodes that are killed, restarted and stopped while members write. */
import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { printFigures } from "#bench/measure/figures.ts";
import { quantile } from "#bench/measure/targets.ts";
import { type Crowd, gatherCrowd } from "#e2e/faults/crowd.ts";
import { closedAtEnd, isShort, type TwoNodes, startSite } from "#e2e/faults/site.ts";
import { LedgerDevice } from "#e2e/ledger.ts";
import { call, karimov, newMember, tryLogin } from "#e2e/members.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { chatCreated, messageAnswer } from "#lib/messenger/contract/schema.ts";

const turns = isShort ? 2 : 10;
const perSecond = isShort ? 50 : 200;
const pairs = isShort ? 10 : 40;
const betweenTurns = perSecond / 2; // messages
const turnsMsMax = 600_000; // a machine that does much else starts a node in half a minute
const goals = { failed: 0, "away p99, ms": 2_000 };

let site: TwoNodes;
let crowd: Crowd;
const opened = closedAtEnd();
beforeAll(async () => {
  site = await opened(startSite());
  crowd = await opened(gatherCrowd(site, pairs));
});

async function inTurn(act: (node: Kampus) => Promise<void>): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const due = crowd.acknowledged() + betweenTurns;
    await expect.poll(crowd.acknowledged, { timeout: 60_000 }).toBeGreaterThan(due);
    await act(site.nodes[turn % 2 === 0 ? 0 : 1]);
    await expect.poll(crowd.areConnected, { timeout: 20_000 }).toBe(true);
  }
}

describe("members who write while nodes come and go", () => {
  it(
    "lose, double and disorder nothing, and have no message fail, when nodes are killed in turn",
    { timeout: turnsMsMax },
    async () => {
      crowd.start(perSecond);
      const startedAt = performance.now();
      await inTurn((node) => node.restart("SIGKILL"));
      await crowd.stop();
      const seconds = (performance.now() - startedAt) / 1000;
      await crowd.expectLedgerKept();
      const figures = {
        kills: turns,
        messages: crowd.acknowledged(),
        "messages a second": crowd.acknowledged() / seconds,
        failed: crowd.failures.length,
        "away p99, ms": quantile(crowd.awayMs(), 0.99),
      };
      printFigures("nodes killed in turn: none lost, none doubled", figures, goals);
      expect(crowd.failures).toEqual([]);
    },
  );

  it(
    "have no request fail when nodes are restarted in turn, and their sockets are away for moments",
    { timeout: turnsMsMax },
    async () => {
      const failuresBefore = crowd.failures.length;
      const acknowledgedBefore = crowd.acknowledged();
      const awayBefore = new Set(crowd.awayMs());
      crowd.start(perSecond);
      const startedAt = performance.now();
      await inTurn((node) => node.restart("SIGTERM"));
      await crowd.stop();
      const seconds = (performance.now() - startedAt) / 1000;
      await crowd.expectLedgerKept();
      const away = crowd.awayMs().filter((ms) => !awayBefore.has(ms));
      const messages = crowd.acknowledged() - acknowledgedBefore;
      const figures = {
        restarts: turns,
        messages,
        "messages a second": messages / seconds,
        failed: crowd.failures.length - failuresBefore,
        "away p99, ms": quantile(away, 0.99),
      };
      printFigures("nodes restarted in turn: none lost, none doubled", figures, goals);
      expect(crowd.failures.slice(failuresBefore)).toEqual([]);
      expect(Math.max(...away)).toBeLessThan(10_000);
    },
  );
});

describe("two nodes", () => {
  const pairOf = async () => {
    const pair = [await newMember(site, karimov), await newMember(site, karimov)] as const;
    const path = `/messenger/private/create/chat/${pair[1].id}`;
    const { id } = chatCreated.parse(await call(site, pair[0], "POST", path)).data;
    return { author: pair[0], reader: pair[1], id };
  };

  it("hand each other events, so that a device on one receives what is written on the other", async () => {
    const { author, reader, id } = await pairOf();
    const device = new LedgerDevice(site.nodes[1], reader, { x: "private", id });
    await expect.poll(() => device.isConnected).toBe(true);
    const client_id = crypto.randomUUID();
    const body = { chat_id: id, client_id, text: "салом" };
    await call(site.nodes[0], author, "POST", "/messenger/private/sendMessage", body);
    await expect.poll(() => device.arrivedAt.has(client_id), { timeout: 10_000 }).toBe(true);
    device.close();
  });

  it("store a message once although a hundred copies of it reach both at the same time", async () => {
    const { author, reader, id } = await pairOf();
    const body = { chat_id: id, client_id: crypto.randomUUID(), text: "один раз" };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        call(
          site.nodes[index % 2 === 0 ? 0 : 1],
          author,
          "POST",
          "/messenger/private/sendMessage",
          body,
        ),
      ),
    );
    const seqs = answers.map((answer) => messageAnswer.parse(answer).data.seq);
    expect(new Set(seqs)).toEqual(new Set([1]));
    const unread = await call(site, reader, "GET", "/messenger/new/messages");
    expect(JSON.stringify(unread)).toContain('"new_messages_count":1');
  });

  it("count the failures of a login together", async () => {
    const { author } = await pairOf();
    const logIn = async (node: Kampus) => {
      return (await tryLogin(node, { email: author.email, password: "wrong" })).status;
    };
    const count = 30;
    const statuses = [];
    for (let tried = 0; tried < count; tried += 1)
      statuses.push(await logIn(site.nodes[tried % 2 === 0 ? 0 : 1]));
    // A hundred times five failures are let through here, so what counts is that both count in one place.
    expect(new Set(statuses)).toEqual(new Set([422]));
    const keys = await site.services.redis.command("KEYS", "limit:loginFailure:*");
    const key = (keys as string[]).find((name) => name.includes(author.email)) ?? "";
    expect(await site.services.redis.command("GET", key)).toBe(String(count));
  });
});

describe("a node that is stopped by SIGTERM", () => {
  const requestOf = (node: Kampus, head: string) =>
    `${head} HTTP/1.1\r\nHost: site.${node.deployment.rootDomain}\r\n`;

  it("ends with code 0 although half a body has come and a proxy sends one request after another", async () => {
    const [node] = site.nodes;
    const open = async () => {
      const socket = connect(Number(node.deployment.port), "127.0.0.1");
      socket.on("error", () => undefined); // the node hangs up at its end
      await once(socket, "connect");
      return socket;
    };
    const [busy, slow] = [await open(), await open()];
    const page = `${requestOf(node, "GET /ru")}\r\n`;
    busy.on("data", () => busy.write(page));
    busy.write(page);
    await once(busy, "data");
    slow.write(
      `${requestOf(node, "POST /api/ru/login")}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    const crowded = crowd.failures.length;
    crowd.start(perSecond);
    expect(await node.end("SIGTERM")).toBe(0);
    await crowd.stop();
    expect(crowd.failures.slice(crowded)).toEqual([]);
    await node.restart();
  });

  it("answers a request whose end comes while it closes, and ends its connection with that", async () => {
    const [node] = site.nodes;
    const open = connect(Number(node.deployment.port), "127.0.0.1");
    open.on("error", () => undefined);
    let told = "";
    open.on("data", (chunk: Buffer) => (told += chunk.toString()));
    const closed = once(open, "close");
    open.write(requestOf(node, "GET /api/captcha/flat"));
    const ended = node.end("SIGTERM");
    await expect.poll(() => isRefused(node), { timeout: 20_000, interval: 20 }).toBe(true);
    open.write("\r\n");
    await closed;
    expect(await ended).toBe(0);
    await node.restart();
    expect(told).toMatch(/^HTTP\/1\.1 200/);
    expect(told).toMatch(/^connection: close/im);
  });

  /** Waits until the node accepts no connection any more. */
  const isRefused = (node: Kampus) =>
    node.request("", "/healthz").then(
      () => false,
      () => true,
    );
});
