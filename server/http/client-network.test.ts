import { describe, expect, it } from "vitest";
import { plainAddress, networkOf, wideNetworkOf } from "#server/http/client-network.ts";

describe("the network that a limit counts", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["no address", "no address"],
    ["", ""],
  ])("of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

it("an IPv6 address is let through as fresh by its /48, which one person can have whole", () => {
  expect(["2001:db8:1:2::1", "2001:db8:1:ffff::1", "192.0.2.1"].map(wideNetworkOf)).toEqual([
    "2001:db8:1::/48",
    "2001:db8:1::/48",
    "192.0.2.1",
  ]);
});

it("an IPv4 address that came over an IPv6 socket is shown in its usual form", () => {
  expect(["::ffff:192.0.2.1", "192.0.2.1", "2001:db8::1"].map(plainAddress)).toEqual([
    "192.0.2.1",
    "192.0.2.1",
    "2001:db8::1",
  ]);
});
