import type { Generated } from "kysely";

export interface HomeTables {
  /** Each member's visits to the home page (D-HOME). */
  home_visits: {
    user_id: number;
    /** Everything after this moment is new to the member. */
    seen_at: Generated<Date>;
    visited_at: Generated<Date>;
  };
}
