import type { Generated } from "kysely";

export interface PeopleTables {
  dismissed_suggestions: {
    user_id: number;
    /** A member who is not suggested to `user_id` again. */
    dismissed_id: number;
    created_at: Generated<Date>;
  };
  /** Index of the members whom others can find, written by triggers (migration 0007). */
  people: {
    user_id: number;
    /** Hashes of the prefixes of the words of `users.search_name`, and of where the member studied and worked. */
    tokens: string[];
  };
  /** One row: members with ids up to `up_to` have `users.search_name` in this version of `searchable`. */
  search_names: { singleton: Generated<boolean>; version: number; up_to: number };
}
