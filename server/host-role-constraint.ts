import type { ConstraintStrategy, Handler, HTTPVersion } from "find-my-way";
import { hostRoleOf, hostRoles } from "#lib/surfaces.ts";

/** Lets a route answer on hosts of one role only: `constraints: { role: "mail" }`. */
export function hostRoleConstraint(rootDomain: string): ConstraintStrategy<HTTPVersion.V1> {
  return {
    name: "role",
    storage() {
      const handlers = new Map<unknown, Handler<HTTPVersion.V1>>();
      return {
        get: (role) => handlers.get(role) ?? null,
        set: (role, handler) => {
          handlers.set(role, handler);
        },
      };
    },
    deriveConstraint: ({ headers }) => hostRoleOf(headers.host, rootDomain) ?? "",
    validate(role) {
      if (!hostRoles.some((known) => known === role))
        throw new Error(`no host has the role ${String(role)}`);
    },
  };
}
