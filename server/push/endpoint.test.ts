import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  acceptsEndpoint,
  createLookupOutside,
  isOfKnownService,
  isPublicAddress,
} from "#server/push/endpoint.ts";

it.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::7f00:1",
  "fe80::1",
  "fd00::1",
  "ff02::1",
  "2002:7f00:1::",
  "not an address",
])("%s is an address inside a network, to which no push is sent", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(["8.8.8.8", "172.32.0.1", "142.250.1.1", "2a00:1450:4001::1"])(
  "%s is an address of the internet, to which pushes may be sent",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it("a push service on this machine is accepted only where the deployment runs on it too", () => {
  expect(acceptsEndpoint("http://127.0.0.1:4000/x", "kampus.localhost")).toBe(true);
  expect(acceptsEndpoint("http://127.0.0.1:4000/x", "kampus.uz")).toBe(false);
  expect(acceptsEndpoint("https://127.0.0.1/x", "kampus.uz")).toBe(false);
  expect(acceptsEndpoint("https://fcm.googleapis.com/fcm/send/x", "kampus.uz")).toBe(true);
});

describe("the host name of a push service", () => {
  const server = createSocket("udp4");
  let lookup: ReturnType<typeof createLookupOutside>;
  beforeAll(async () => {
    server.bind(0, "127.0.0.1");
    await once(server, "listening");
    lookup = createLookupOutside([`127.0.0.1:${server.address().port}`]);
  });
  beforeEach(() => void server.removeAllListeners("message"));
  afterAll(() => void server.close());

  const looked = (hostname: string) =>
    new Promise<unknown>((resolve) =>
      lookup(hostname, { all: true }, (error, addresses) => resolve(error ?? addresses)),
    );
  const answerWith = (addresses: string[]) =>
    server.on("message", (question, { port }) => server.send(dnsAnswer(question, addresses), port));

  it("leads to its public addresses alone", async () => {
    answerWith(["10.0.0.7", "93.184.215.14", "127.0.0.1"]);
    expect(await looked("push.example.org")).toEqual([{ address: "93.184.215.14", family: 4 }]);
  });

  it("is not connected to when all its addresses are internal", async () => {
    answerWith(["10.0.0.7"]);
    expect(await looked("push.example.org")).toMatchObject({
      message: "leads to no public address",
    });
  });

  it.each([
    ["cannot be resolved at the moment", 2, "ESERVFAIL"],
    ["does not exist", 3, "ENOTFOUND"],
    ["is not to be resolved by us", 5, "EREFUSED"],
  ])("that %s is reported as that, not as an internal address", async (_title, code, failure) => {
    server.on("message", (question, { port }) => {
      const answer = dnsAnswer(question, []);
      answer.writeUInt8(0x80 | code, 3);
      server.send(answer, port);
    });
    expect(await looked("push.example.org")).toMatchObject({ code: failure });
  });

  it("occupies no thread of the process while its name server is silent", async () => {
    const asked = Array.from({ length: 20 }, (_, at) => looked(`h${at}.example.org`));
    await once(server, "message");
    expect(process.getActiveResourcesInfo()).not.toContain("GetAddrInfoReqWrap");
    for (const answer of await Promise.all(asked)) expect(answer).toBeInstanceOf(Error);
  });
});

/** The answer of a name server to `question`: its addresses of IPv4, and none of IPv6. */
function dnsAnswer(question: Buffer, addresses: string[]): Buffer {
  const isIpv4 = question.readUInt16BE(question.indexOf(0, 12) + 1) === 1;
  const records = (isIpv4 ? addresses : []).map((address) =>
    // The name as a pointer to the question, type A, class IN, 60 s, 4 bytes.
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split(".").map(Number)]),
  );
  const header = Buffer.from([
    ...question.subarray(0, 2),
    0x81,
    0x80,
    0,
    1,
    0,
    records.length,
    0,
    0,
    0,
    0,
  ]);
  const asked = question.subarray(12, question.indexOf(0, 12) + 5);
  return Buffer.concat([header, asked, ...records]);
}

it.each([
  ["https://fcm.googleapis.com/fcm/send/x", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/x", true],
  ["https://db5p.notify.windows.com/w/?token=x", true],
  ["https://web.push.apple.com/x", true],
  ["https://fcm.googleapis.com.evil.example/x", false],
  ["https://evilfcm.googleapis.com/x", false],
  ["https://evil.example/fcm.googleapis.com", false],
  ["https://evil.example?.notify.windows.com", false],
  ["https://evilnotify.windows.com/x", false],
  ["https://fcm.googleapis.com./x", false],
])("the push service of %s is one that no member can make slow: %s", (endpoint, isKnown) => {
  expect(isOfKnownService(endpoint)).toBe(isKnown);
});
