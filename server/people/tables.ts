import type { Generated } from "kysely";

export interface PeopleTables {
  dismissed_suggestions: {
    user_id: number;
    /** Not to be suggested to `user_id` again. */
    dismissed_id: number;
    created_at: Generated<Date>;
  };
}
