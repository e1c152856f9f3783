/** Hosts of the deployment: which one a request named, and the address of each (D-SURFACES). */

export const surfaces = ["site", "profile", "chat"] as const;
export type Surface = (typeof surfaces)[number];

/** What a host serves: one of the surfaces (pages) or a service without pages. */
export const hostRoles = [...surfaces, "api", "messenger", "mail"] as const;
export type HostRole = (typeof hostRoles)[number];

/** The address of the deployment as the browser sees it. `port` is "" when it is the scheme's own. */
export interface Deployment {
  rootDomain: string;
  scheme: "http" | "https";
  port: string;
}

export function isSurface(value: unknown): value is Surface {
  return surfaces.some((surface) => surface === value);
}

/** The name in a `Host` header: without its port, in lower case; "" when there is none. */
export const hostnameOf = (host: string | undefined) =>
  (host ?? "").replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase();

/**
 * The role of the host that a request names in its `Host` header (port and case ignored);
 * the root domain itself is the site. Null: not a host of this deployment.
 */
export function hostRoleOf(host: string | undefined, rootDomain: string): HostRole | null {
  const hostname = hostnameOf(host);
  if (hostname === rootDomain) return "site";
  if (!hostname.endsWith(`.${rootDomain}`)) return null;
  const label = hostname.slice(0, -rootDomain.length - 1);
  return hostRoles.find((role) => role === label) ?? null;
}

/** The surface that a request names; null on other hosts. */
export function surfaceOf(host: string | undefined, rootDomain: string): Surface | null {
  const role = hostRoleOf(host, rootDomain);
  return isSurface(role) ? role : null;
}

/** Origin of a host, e.g. `http://chat.kampus.localhost:3000`; without a role, of the root domain. */
export function originOf(deployment: Deployment, role?: HostRole): string {
  const hostname = role ? `${role}.${deployment.rootDomain}` : deployment.rootDomain;
  return `${deployment.scheme}://${hostname}${deployment.port && `:${deployment.port}`}`;
}

/** Every origin whose pages may call the API from a browser. */
export function surfaceOrigins(deployment: Deployment): string[] {
  return [originOf(deployment), ...surfaces.map((surface) => originOf(deployment, surface))];
}
