/** Redis and the store of files are lost, silent and back. */
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { printFigures } from "#bench/measure/figures.ts";
import { residentMb } from "#bench/measure/memory-of.ts";
import { quantile } from "#bench/measure/targets.ts";
import { type Crowd, gatherCrowd } from "#e2e/faults/crowd.ts";
import { closedAtEnd, isShort, type TwoNodes, startSite } from "#e2e/faults/site.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { LedgerDevice } from "#e2e/ledger.ts";
import { call, freshCaptcha, karimov, type Member, newMember, write } from "#e2e/members.ts";
import { jpegFile } from "#e2e/picture-files.ts";
import { imageUploaded } from "#lib/images/schema.ts";

const outageMs = isShort ? 5_000 : 60_000;
/** A node that has just started takes more memory with its first messages, whatever becomes of Redis. */
const warmUpMs = isShort ? 1_000 : 15_000;
const perSecond = isShort ? 50 : 100;
const goals = {
  "same node p99, ms": 100,
  "all level after, ms": 2_000,
  "memory grown, MB": 50,
};

let site: TwoNodes;
let near: Crowd;
let far: Crowd;
const opened = closedAtEnd();
beforeAll(async () => {
  site = await opened(startSite());
  const [one, other] = site.nodes;
  near = await opened(gatherCrowd(one, 5));
  far = await opened(gatherCrowd(one, 5, other));
});

const readiness = async (node: Kampus) => {
  const answer = await node.request("", "/readyz");
  return `${answer.status} ${(JSON.parse(answer.body) as { status: string }).status}`;
};
const readinessOfAll = () => Promise.all(site.nodes.map(readiness));

async function whileLost(lose: () => void | Promise<void>, find: () => void | Promise<void>) {
  for (const crowd of [near, far]) crowd.start(perSecond / 2);
  await wait(warmUpMs);
  const memoryBefore = await residentMb(site.nodes[0].processId);
  await lose();
  await wait(outageMs);
  const memory = await residentMb(site.nodes[0].processId);
  await find();
  const levelMs = await whenLevel();
  await expect.poll(readinessOfAll, { timeout: 20_000 }).toEqual(["200 ready", "200 ready"]);
  for (const crowd of [near, far]) await crowd.stop();
  for (const crowd of [near, far]) await crowd.expectLedgerKept();
  return { grownMb: memory - memoryBefore, levelMs };
}

/** How long it takes from now until every device has what is acknowledged now. */
async function whenLevel(): Promise<number> {
  const foundAt = performance.now();
  const due = [near, far].flatMap(({ talks }) =>
    talks.map(({ devices, ledger }) => ({ devices, count: ledger.size })),
  );
  const isLevel = () =>
    due.every(({ devices, count }) => devices.every(({ lastSeq }) => lastSeq >= count));
  await expect.poll(isLevel, { timeout: 20_000, interval: 10 }).toBe(true);
  return performance.now() - foundAt;
}

describe("while Redis is away, and when it is back", () => {
  it.each([
    ["killed", () => site.services.redis.kill(), () => site.services.redis.start()],
    [
      "silent",
      () => {
        site.services.redisProxy.silence();
      },
      () => {
        site.services.redisProxy.restore();
      },
    ],
  ])(
    "members on the node of the author receive at once, and all others afterwards (%s)",
    async (how, lose, find) => {
      const { grownMb, levelMs } = await whileLost(lose, find);
      const all = near.talks.flatMap(({ sentAt }) => [...sentAt.keys()]);
      const live = near.talks.flatMap(({ devices: [, reader] }) => [...reader.arrivedAt.keys()]);
      // Every message arrived by the socket, none only by a refetch afterwards.
      expect(new Set(live)).toEqual(new Set(all));
      expect(near.failures).toEqual([]);
      const p99Ms = quantile(near.deliveryMs(), 0.99);
      const figures = {
        "seconds without": outageMs / 1000,
        "same node p99, ms": p99Ms,
        "all level after, ms": levelMs,
        "memory grown, MB": grownMb,
      };
      printFigures(`Redis ${how}`, figures, goals);
      expect(p99Ms).toBeLessThan(5_000);
      expect(grownMb).toBeLessThan(200);
    },
  );

  it("nodes are degraded, log nobody out, and go on limiting guesses and taking captchas", async () => {
    const member = await newMember(site, karimov);
    const early = await freshCaptcha(site);
    const logIn = async () => {
      const body = { login: member.email, password: member.password, ...early };
      return (await site.request("", "/api/ru/login", { method: "POST", body })).status;
    };
    await site.services.redis.kill();
    await expect
      .poll(readinessOfAll, { timeout: 10_000 })
      .toEqual(["200 degraded", "200 degraded"]);
    expect(await logIn()).toBe(200);
    expect(await logIn()).toBe(422);
    await call(site, member, "GET", "/api/ru/user");
    await site.services.redis.start();
    await expect.poll(readinessOfAll, { timeout: 20_000 }).toEqual(["200 ready", "200 ready"]);
    await call(site, member, "GET", "/api/ru/user");
  });

  it("a sign-out on one node ends the device on another within moments", async () => {
    const [one, other] = site.nodes;
    const [member, friend] = [await newMember(site, karimov), await newMember(site, karimov)];
    const id = await write(site, friend, member, "салом");
    const device = new LedgerDevice(other, member, { x: "private", id });
    await expect.poll(() => device.isConnected, { timeout: 10_000 }).toBe(true);
    await site.services.redis.kill();
    await call(one, member, "POST", "/api/logout");
    // Two seconds are promised, on a machine that does nothing else.
    await expect.poll(() => device.isConnected, { timeout: 10_000, interval: 50 }).toBe(false);
    device.close();
    await site.services.redis.start();
    await expect.poll(readinessOfAll, { timeout: 20_000 }).toEqual(["200 ready", "200 ready"]);
  });
});

describe("while the store of files is away", () => {
  const upload = async ({ token }: Member, name: string) => {
    const { buffer, mimeType } = await jpegFile(name, "teal", 400, 400);
    const body = new FormData();
    body.set("image", new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
    const headers = { authorization: `Bearer ${token}` };
    return site.request("", "/api/ru/profile/setting/images/upload", {
      method: "POST",
      headers,
      body,
    });
  };

  it("an upload is refused and leaves no row, members write on, and it works when the store is back", async () => {
    const member = await newMember(site, karimov);
    site.services.s3Proxy.cut();
    const refused = await upload(member, "away.jpg");
    expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([503, true]);
    expect(
      await site.services.postgres.query(`SELECT FROM images WHERE user_id = ${member.id}`),
    ).toEqual([]);
    const due = near.acknowledged() + 20;
    near.start(50);
    await expect.poll(near.acknowledged, { timeout: 30_000 }).toBeGreaterThan(due);
    await near.stop();
    await call(site, member, "GET", "/api/ru/user");
    site.services.s3Proxy.restore();
    expect((await upload(member, "back.jpg")).status).toBe(201);
  });

  it("members who look at pictures get none, and others are answered on every node", async () => {
    const looking = await Promise.all(Array.from({ length: 4 }, () => newMember(site, karimov)));
    const [owner] = looking;
    if (!owner) throw new Error("nobody looks at pictures");
    const uploaded = imageUploaded.parse(JSON.parse((await upload(owner, "seen.jpg")).body));
    const picture = uploaded.data.url;
    site.services.s3Proxy.cut();
    const statuses = new Map<string, number>();
    const ask = async (what: string, target: string, { token }: Member) => {
      const headers = { authorization: `Bearer ${token}` };
      const { status } = await site.request("", target, { headers });
      const answer = `${what}: ${status}`;
      statuses.set(answer, (statuses.get(answer) ?? 0) + 1);
    };
    for (let round = 0; round < 20; round += 1)
      await Promise.all(
        looking.flatMap((member) => [
          ask("picture", picture, member),
          ask("member", "/api/ru/user", member),
        ]),
      );
    site.services.s3Proxy.restore();
    expect(Object.fromEntries(statuses)).toEqual({ "picture: 503": 80, "member: 200": 80 });
  });
});
