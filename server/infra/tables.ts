import type { Generated } from "kysely";

export interface InfraTables {
  /** Made by the first process that needs them, and shared by all. */
  deployment_keys: { name: string; value: string };
  nodes: {
    id: string;
    /** As `NodeSettings` of server/infra/node-register.ts. */
    settings: object;
    seen_at: Generated<Date>;
  };
  /** How far a walk over a table has come (server/db/walk.ts); one that is over has no row. */
  walks: { name: string; after: number };
}
