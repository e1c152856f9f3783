import type { Generated } from "kysely";

export interface BlocksTables {
  blocks: {
    blocker_id: number;
    blocked_id: number;
    created_at: Generated<Date>;
  };
}
