import { expect, it } from "vitest";
import {
  acceptsEndpoint,
  isOfKnownService,
  isPublicAddress,
  lookupOutside,
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

it("a host name that resolves to an internal address is not connected to", async () => {
  const looked = new Promise((resolve) => lookupOutside("localhost", {}, resolve));
  await expect(looked).resolves.toMatchObject({ message: "leads to no public address" });
});

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
