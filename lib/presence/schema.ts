import * as z from "zod/mini";
import { id, timestamp } from "#lib/http/schema.ts";

/**
 * Event `presence`, to friends and to partners in private chats who may see it: a member has come online or gone
 * offline.
 */
export const presenceEvent = z.object({
  user_id: id,
  online: z.boolean(),
  last_seen_at: z.nullable(timestamp),
});
export type PresenceEvent = z.infer<typeof presenceEvent>;
