/** Members name push services, so none may be an internal address (SEC-R5). */
import { Resolver } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";

const inside = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  inside.addSubnet(network, prefix, "ipv4");

const outside6 = new BlockList();
outside6.addSubnet("2000::", 3, "ipv6");
const inside6 = new BlockList();
for (const [network, prefix] of [
  // Addresses of these ranges embed an address of the other family.
  ["2001::", 32],
  ["2002::", 16],
  ["2001:db8::", 32],
] as const)
  inside6.addSubnet(network, prefix, "ipv6");

/** Whether an address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !inside.check(address, "ipv4");
    case 6:
      return outside6.check(address, "ipv6") && !inside6.check(address, "ipv6");
    default:
      return false;
  }
}

const onThisMachine = (url: URL) => url.protocol === "http:" && url.hostname === "127.0.0.1";

/** On a developer's machine (`*.localhost`) a push service may be on it too. */
export function acceptsEndpoint(endpoint: string, rootDomain: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (onThisMachine(url)) return rootDomain.endsWith(".localhost");
  const hostname = url.hostname.replace(/\.$/, "");
  return (
    url.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    hostname.includes(".") &&
    isIP(hostname) === 0 &&
    !/\.(?:localhost|local|internal|lan|home|corp|arpa)$/.test(hostname)
  );
}

const knownServices =
  /^(?:fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|[\w-]+(?:\.[\w-]+)*\.notify\.windows\.com)$/;

/** Whether an endpoint is of a push service of a large browser, which no member can make slow. */
export const isOfKnownService = (endpoint: string): boolean =>
  knownServices.test(new URL(endpoint).hostname);

/**
 * A name server that takes longer counts as silent. Where one of the two answers is lost, the push is sent this much later,
 * which must not make its service count as slow (pushes.ts).
 */
const resolvedWithinMs = 1_000;

/**
 * Resolves names for connecting: a name that points to an internal address fails, whatever it pointed to before. The
 * name servers are asked directly. The system's own look-up would occupy a thread of the process for as long as the
 * name server of a member is silent, and the look-ups of the database wait for these threads too.
 *
 * @param servers instead of the name servers of the system
 */
export function createLookupOutside(servers?: readonly string[]): LookupFunction {
  return (hostname, { all }, done) => {
    const resolver = new Resolver({ timeout: resolvedWithinMs, tries: 1 });
    if (servers) resolver.setServers(servers);
    publicAddressesOf(resolver, hostname).then(
      ([first, ...others]) => {
        if (all) done(null, [first, ...others]);
        else done(null, first.address, first.family);
      },
      (error: unknown) => {
        done(error as Error, "", 0); // of Node's look-up, or our own
      },
    );
  };
}

/** Rejects where the name servers say nothing of the name, as they put it, or internal addresses alone. */
async function publicAddressesOf(resolver: Resolver, hostname: string) {
  const asked = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
  const addresses = (await Promise.allSettled(asked)).flatMap((each) =>
    each.status === "fulfilled" ? each.value : [],
  );
  if (addresses.length === 0) await Promise.all(asked);
  const [first, ...others] = addresses
    .filter(isPublicAddress)
    .map((address) => ({ address, family: isIP(address) }));
  if (!first) throw new Error("leads to no public address");
  return [first, ...others] as const;
}
