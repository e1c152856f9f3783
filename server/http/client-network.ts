import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import proxyAddr from "@fastify/proxy-addr";

/** The address in its usual form: an IPv4 address that came over an IPv6 socket is shown as IPv4. */
export const plainAddress = (address: string) =>
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** Returns the client address of a request to the bare server, behind proxies whose X-Forwarded-For counts. */
export function addressBehind(trustedProxies: string[] | undefined) {
  const trusts = proxyAddr.compile(trustedProxies ?? []);
  return (request: IncomingMessage) =>
    request.socket.remoteAddress ? proxyAddr(request, trusts) : "";
}

const isPrivate = proxyAddr.compile(["loopback", "linklocal", "uniquelocal"]);

/**
 * Returns whether a request comes through a proxy of the own network that is not trusted, as where TRUSTED_PROXIES is wrong:
 * all its visitors count as one.
 */
export function throughUntrusted(trustedProxies: string[] | undefined) {
  const trusts = proxyAddr.compile(trustedProxies ?? []);
  return ({ headers, socket: { remoteAddress } }: IncomingMessage) =>
    headers["x-forwarded-for"] !== undefined &&
    remoteAddress !== undefined &&
    isPrivate(remoteAddress, 0) &&
    !trusts(remoteAddress, 0);
}

/**
 * The network as which limits count an address: an IPv4 address is itself, an IPv6 address its /64, which belongs to
 * one subscriber (SEC-C3). Any other text stays unchanged.
 */
export const networkOf = (written: string): string => prefixOf(written, 64);

/**
 * The network as which a fresh address is let through once, and as which questions without a captcha are counted, too:
 * an IPv4 address is itself, an IPv6 address its /48. A /48 is free to have and holds 65,536 networks of `networkOf`
 * (SEC-A9, SEC-C3).
 */
export const wideNetworkOf = (written: string): string => prefixOf(written, 48);

function prefixOf(written: string, bits: 48 | 64): string {
  const address = plainAddress(written);
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = address.replace(/%.*/, "").split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = [...before, ...zeros, ...after].slice(0, bits / 16);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/${bits}`;
}
