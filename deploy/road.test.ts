/** The road from a browser to the nodes, over the files that an operator takes: TLS, proxy, nodes, pooler, store. */
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { probedAddresses } from "#deploy/testing/probed-addresses.ts";
import { idsOf } from "#deploy/testing/programs.ts";
import { rootDomain, type Site, startSite } from "#deploy/testing/site.ts";
import {
  ask,
  call,
  confirmationLink,
  newMember,
  openDevice,
  signIn,
  type SiteMember,
} from "#deploy/testing/visitor.ts";
import { mediaUploaded } from "#lib/media/schema.ts";
import { chatCreated, message, messageAnswer } from "#lib/messenger/contract/schema.ts";

/** A machine that only answers calls is slow to start a node. */
const betweenCallsMs = 30;
let site: Site;
let close = () => Promise.resolve();
let one: SiteMember;
let other: SiteMember;
let chatId: number;

beforeAll(async () => {
  site = await startSite();
  close = site.close;
  await site.useProxy("nginx");
  [one, other] = await Promise.all([newMember(site), newMember(site)]);
  chatId = chatCreated.parse(
    await call(site, one, `/messenger/private/create/chat/${other.id}`, {}),
  ).data.id;
}, 120_000);
afterAll(() => close(), 30_000);

const write = async (text: string, client_id: string = crypto.randomUUID()) => {
  const body = { chat_id: chatId, client_id, text };
  return messageAnswer.parse(await call(site, one, "/messenger/private/sendMessage", body)).data;
};

describe.each(["nginx", "caddy"] as const)("behind %s, a visitor", (name) => {
  beforeAll(() => site.useProxy(name), 30_000);

  test.each(["", "site", "profile", "chat"])("reads pages on the host “%s”", async (surface) => {
    const page = await ask(site, surface, "/ru");
    expect([page.status, page.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(page.headers.get("strict-transport-security")).toBe(
      "max-age=63072000; includeSubDomains",
    );
  });

  test("is led on from an odd address, which only Next itself knows", async () => {
    const { status, headers } = await ask(site, "site", "/ru/login/");
    expect([status, headers.get("location")]).toEqual([308, "/ru/login"]);
  });

  test("reaches the services on their own hosts", async () => {
    expect((await ask(site, "api", "/api/captcha/flat")).status).toBe(200);
    expect((await ask(site, "messenger", "/new/messages")).status).toBe(401);
  });

  test("is answered at every address at which Prometheus asks for the site", async () => {
    for (const { hostname, pathname } of await probedAddresses()) {
      const surface = hostname.replace(/\.?kampus\.example$/, "");
      expect([hostname, (await ask(site, surface, pathname)).status]).toEqual([hostname, 200]);
    }
  });

  test("is led from http to https", async () => {
    const request = http.get({
      ...{ port: site.httpPort, path: "/ru?a=b", headers: { host: `chat.${rootDomain}` } },
    });
    const [{ statusCode, headers }] = (await once(request, "response")) as [http.IncomingMessage];
    expect([statusCode, headers.location]).toEqual([308, `https://chat.${rootDomain}/ru?a=b`]);
  });

  test("is counted by their own address, whatever address they claim", async () => {
    const from = name === "nginx" ? "127.0.0.2" : "127.0.0.3";
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const { status } = await signIn(site, one.email, "wrong", { from, headers });
    expect(status).toBe(422);
    const trail = () => site.nodes.map((node) => node.output()).join("");
    await expect
      .poll(trail)
      .toContain(`"security":"login_failed","account":${one.id},"network":"${from}"`);
    expect(trail()).not.toContain("203.0.113.9");
  });

  test.each(["polling", "websocket"] as const)(
    "has messages at once by %s, on whichever of the nodes",
    async (transport) => {
      const devices = await Promise.all(
        [one, other, one, other, other, other].map((member) =>
          openDevice(site, member, [transport]),
        ),
      );
      const heard = Promise.all(
        devices.map(async (device) => {
          const [payload] = (await once(device as never, "message")) as [unknown];
          return message.parse(payload).seq;
        }),
      );
      const { seq } = await write("слово");
      expect(await heard).toEqual(devices.map(() => seq));
      for (const device of devices) device.disconnect();
    },
  );
});

describe("the site behind nginx", () => {
  beforeAll(() => site.useProxy("nginx"), 30_000);

  test("sends links of its own domain by mail", async () => {
    expect((await confirmationLink(site, one.email)).hostname).toBe(`site.${rootDomain}`);
  });

  test("takes files of megabytes into the store, and gives them to whoever may see them", async () => {
    const content = "слово ".repeat(400_000);
    const form = new FormData();
    form.append("file", new Blob([content]), "words.txt");
    const { url } = mediaUploaded.parse(
      await call(site, one, "/messenger/media/upload", form),
    ).data;
    const file = await ask(site, "chat", url.replace(/^https:\/\/[^/]+/, ""));
    expect([file.status, file.text.length]).toEqual([200, content.length]);
  });

  test("fails no request and sends no message twice while one node after the other is stopped and started", async () => {
    let stopped = false;
    const failed: string[] = [];
    const sent: number[] = [];
    const read = async (surface: string) => {
      while (!stopped) {
        const { status } = await ask(site, surface, "/ru").catch((error: unknown) => ({
          status: String(error),
        }));
        if (status !== 200) failed.push(`${surface}: ${status}`);
        await setTimeout(betweenCallsMs);
      }
    };
    const talk = async () => {
      while (!stopped) {
        await write("слово").then(
          ({ seq }) => sent.push(seq),
          (error: unknown) => failed.push(String(error)),
        );
        await setTimeout(betweenCallsMs);
      }
    };
    const busy = [read(""), read("chat"), talk(), talk()];
    for (const node of site.nodes) {
      const before = sent.length;
      await expect.poll(() => sent.length, { timeout: 20_000 }).toBeGreaterThan(before + 20);
      expect(await node.end()).toBe(0);
      await node.start();
      expect(failed).toEqual([]);
    }
    stopped = true;
    await Promise.all(busy);
    expect(failed).toEqual([]);
    expect(new Set(sent).size).toBe(sent.length);
  }, 60_000);

  test("answers for its health to the machine that it runs on", async () => {
    const [node] = site.nodes;
    await expect(node.probe("/healthz")).resolves.toMatch(/\/healthz: 200 {"status":"ok"}\n$/);
    await expect(node.probe("/nowhere")).rejects.toThrow("/nowhere: 421");
  });

  test("keeps no key in the database that a copy of it would give away", async () => {
    const { rows } = await site.database.query<{ value: string }>(
      "SELECT value FROM deployment_keys",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ value }) => !value.startsWith("aes-256-gcm:"))).toEqual([]);
  });
});

test("a release has no file in which an operator keeps how the backups are reached", () => {
  const shipped = globSync("**/*.*", { cwd: path.join(site.release, "deploy") });
  expect(shipped.toSorted()).toEqual([
    "backup/after-moment.sql",
    "backup/restore.sh",
    "probe.mjs",
    "serve.sh",
  ]);
});

/** Of a process, by the kernel. */
const ownerOf = (processId: number) =>
  /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1];

test("a node is not root, and has nothing to write to but its folder", () => {
  const nobody = String(idsOf("nobody").uid ?? process.getuid?.());
  expect(site.nodes.map(({ processId }) => ownerOf(processId()))).toEqual([nobody, nobody]);
});
