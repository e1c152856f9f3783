import type { Generated } from "kysely";

export interface NodeTables {
  nodes: {
    id: string;
    /** As `NodeSettings` of server/infra/node-register.ts. */
    settings: object;
    seen_at: Generated<Date>;
  };
}
