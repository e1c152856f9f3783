import type { Generated } from "kysely";

export interface FriendsTables {
  friendships: {
    low_user: number;
    high_user: number;
    requested_by: number;
    accepted_at: Date | null;
    created_at: Generated<Date>;
  };
}
