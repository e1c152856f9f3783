import type { Generated } from "kysely";

export interface FriendsTables {
  friendships: {
    low_user: number;
    high_user: number;
    requested_by: number;
    accepted_at: Date | null;
    /** The member who made the request has not seen yet that it was accepted. */
    acceptance_unseen: Generated<boolean>;
    created_at: Generated<Date>;
  };
}
