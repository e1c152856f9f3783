import type { Generated } from "kysely";

export interface PushTables {
  push_subscriptions: {
    endpoint: string;
    /** The row is deleted with the session. */
    session_hash: Buffer;
    p256dh: string;
    auth: string;
    created_at: Generated<Date>;
  };
}
