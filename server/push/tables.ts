import type { Generated } from "kysely";

export interface PushTables {
  /** Made by the first process that needs them, and shared by all. */
  deployment_keys: { name: string; value: string };
  push_subscriptions: {
    endpoint: string;
    /** The row is deleted with the session. */
    session_hash: Buffer;
    p256dh: string;
    auth: string;
    created_at: Generated<Date>;
  };
}
