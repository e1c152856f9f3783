import type { FastifyServerOptions } from "fastify";
import { hostRoleOf, hostRoles } from "#lib/site/surfaces.ts";

type RouterOptions = NonNullable<FastifyServerOptions["routerOptions"]>;
type ConstraintStrategy = NonNullable<RouterOptions["constraints"]>[string];
type Handler = Parameters<ReturnType<ConstraintStrategy["storage"]>["set"]>[1];

/** Lets a route answer on hosts of one role only: `constraints: { role: "mail" }`. */
export function hostRoleConstraint(rootDomain: string): ConstraintStrategy {
  return {
    name: "role",
    storage() {
      const handlers = new Map<unknown, Handler>();
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
