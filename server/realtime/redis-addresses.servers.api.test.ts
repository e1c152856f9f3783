/** The kinds of address that REDIS_URL may be: by TLS, and by sentinels, which know the master. */
import { readFileSync } from "node:fs";
import tls from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { createLog } from "#server/infra/log.ts";
import { connectRedis } from "#server/infra/redis.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { startTestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { startTestRedis, startTestSentinel, startTlsRedis } from "#server/testing/test-redis.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const log = createLog("silent");
const closing: (() => Promise<void>)[] = [];
const closed = <T extends { close: () => Promise<void> }>(opened: T): T => {
  closing.unshift(() => opened.close());
  return opened;
};
afterEach(async () => {
  closeSockets();
  for (const close of closing.splice(0)) await close();
});

describe("Redis by TLS", () => {
  it("is reached where its certificate is trusted, and refused where it is not", async () => {
    const redis = closed(await startTlsRedis());
    await expect(connectRedis(redis.url, log)).rejects.toThrow("self-signed certificate");

    const trusted = tls.getCACertificates("default");
    tls.setDefaultCACertificates([...trusted, readFileSync(redis.certificate, "utf8")]);
    try {
      const { commands, close } = await connectRedis(redis.url, log);
      expect(await commands.ping()).toBe("PONG");
      close();
    } finally {
      tls.setDefaultCACertificates(trusted);
    }
  });
});

describe("Redis by its sentinels", () => {
  it("that cannot be reached keep the server from starting", async () => {
    await expect(connectRedis("redis+sentinel://127.0.0.1:1/kampus", log)).rejects.toThrow(
      "All sentinels are unreachable",
    );
  });

  it("is found again when a replica replaces a killed master", async () => {
    const master = closed(await startTestRedis("--repl-diskless-sync-delay", "0"));
    const replica = closed(await startTestRedis("--replicaof", "127.0.0.1", String(master.port)));
    await expect.poll(() => master.command("INFO", "replication"), soon).toContain("state=online");
    const sentinel = closed(await startTestSentinel("kampus", master));
    await expect
      .poll(() => sentinel.command("SENTINEL", "REPLICAS", "kampus"), soon)
      .toHaveLength(1);

    const REDIS_URL = `redis+sentinel://127.0.0.1:${sentinel.port}/kampus`;
    const kampus = closed(await startTestKampus({ REDIS_URL }));
    const other = closed(await kampus.anotherNode());
    const messenger = testMessenger(kampus);
    const [author, recipient] = await signedInMembers(kampus, 2);
    const chat = await messenger.open(author, recipient);
    const devices = [await connectSocket(kampus, recipient), await connectSocket(other, recipient)];
    const textsOf = (device: (typeof devices)[0]) =>
      device.payloadsOf("message").map(({ text }) => text);
    const expectOnBoth = async (text: string) => {
      await messenger.say(author, chat.id, text);
      for (const device of devices) await expect.poll(() => textsOf(device)).toContain(text);
    };
    await expectOnBoth("При старом");

    await master.kill();
    for (const device of devices)
      await expect.poll(() => device.payloadsOf("resync").length, soon).toBe(1);
    await expectOnBoth("При новом");
    expect(await replica.command("INFO", "replication")).toContain("role:master");
  }, 40_000);
});

/** Sentinels take seconds to agree that a master is gone. */
const soon = { timeout: 20_000, interval: 50 };
