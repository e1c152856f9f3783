/** Devices that fall silent or do not read. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { residentMb } from "#bench/measure/memory-of.ts";
import { startFaultProxy } from "#e2e/faults/fault-proxy.ts";
import { closedAtEnd, type TwoNodes, startSite } from "#e2e/faults/site.ts";
import type { Served } from "#e2e/kampus.ts";
import { LedgerDevice } from "#e2e/ledger.ts";
import { call, karimov, newMember, write } from "#e2e/members.ts";

/** The number of open files and connections of a process, as Linux knows it. */
const descriptorsOf = async (processId: number) => (await readdir(`/proc/${processId}/fd`)).length;

let site: TwoNodes;
const opened = closedAtEnd();
beforeAll(async () => {
  site = await opened(startSite());
});

describe("a device whose network is gone without a word", () => {
  it("is found out, and its connection is closed", async () => {
    const [node] = site.nodes;
    const proxy = await startFaultProxy(Number(node.deployment.port));
    const [member, friend] = [await newMember(site, karimov), await newMember(site, karimov)];
    const id = await write(site, friend, member, "салом");
    const before = await descriptorsOf(node.processId);
    const deployment = { ...node.deployment, port: String(proxy.port) };
    const behind: Served = { deployment, request: site.request };
    const devices = Array.from(
      { length: 15 },
      () => new LedgerDevice(behind, member, { x: "private", id }),
    );
    await expect
      .poll(() => devices.every(({ isConnected }) => isConnected), { timeout: 20_000 })
      .toBe(true);
    proxy.silence();
    await expect
      .poll(() => descriptorsOf(node.processId), { timeout: 100_000, interval: 500 })
      .toBeLessThan(before + 5);
    for (const device of devices) device.close();
    await proxy.close();
  });
});

describe("a device that reads nothing", () => {
  it("is dropped before it fills the memory, and others receive everything", async () => {
    const [node] = site.nodes;
    const [slow, author] = [await newMember(site, karimov), await newMember(site, karimov)];
    const id = await write(site, author, slow, "салом");
    const reader = new LedgerDevice(node, author, { x: "private", id });
    const socket = connect(Number(node.deployment.port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      [
        "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
        `Host: chat.${node.deployment.rootDomain}`,
        `Authorization: Bearer ${slow.token}`,
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13",
        `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
      ].join("\r\n"),
    );
    await once(socket, "data");
    // "40", which signs in, under a mask of zeros.
    socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]));
    await once(socket, "data");
    socket.pause();
    const before = await residentMb(node.processId);
    const text = "ш".repeat(4_000);
    let sent = 1;
    for (let round = 0; round < 150; round += 1) {
      const one = () => {
        const body = { chat_id: id, client_id: crypto.randomUUID(), text };
        return call(node, author, "POST", "/messenger/private/sendMessage", body);
      };
      await Promise.all(Array.from({ length: 10 }, one));
      sent += 10;
    }
    await expect.poll(() => reader.lastSeq, { timeout: 20_000 }).toBe(sent);
    expect((await residentMb(node.processId)) - before).toBeLessThan(300);
    const closed = once(socket, "close").then(() => "closed");
    socket.resume();
    expect(await Promise.race([closed, wait(20_000, "open")])).toBe("closed");
    reader.close();
  });
});
