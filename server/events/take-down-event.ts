/** What the operator does to an event of members (D-TAKEDOWN). */
import type { Transaction } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import { isOver } from "#server/events/event-rows.ts";
import { cancelLocked } from "#server/events/store-event.ts";

/** A title cannot be empty. */
const erasedTitle = "—";

/**
 * Cancels an event that is not over, as its author could, and with `erases` empties the words of any, because a cancelled
 * one stays in its place. `cancelled`: its revision where it was cancelled now, else null. Undefined where there is no such
 * event.
 */
export async function takeDownEvent(
  trx: Transaction<Tables>,
  eventId: number,
  { erases }: { erases: boolean },
): Promise<{ author_id: number; cancelled: number | null } | undefined> {
  const event = await trx
    .selectFrom("class_events")
    .select(["id", "author_id", "cancelled_at", "revision", isOver.as("is_over")])
    .where("id", "=", eventId)
    .forUpdate()
    .executeTakeFirst();
  if (!event) return undefined;
  const notice = event.is_over ? null : await cancelLocked(trx, event);
  if (erases) await eraseWords(trx, event.id, notice?.revision ?? event.revision + 1);
  return { author_id: event.author_id, cancelled: notice?.revision ?? null };
}

/** Leaves `changed_at`, by which members are told of a change: an old cancellation would be announced anew. */
const eraseWords = (trx: Transaction<Tables>, eventId: number, revision: number) =>
  trx
    .updateTable("class_events")
    .set({ title: erasedTitle, text: "", place: "", revision })
    .where("id", "=", eventId)
    .execute();
