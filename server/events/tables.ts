import type { Generated, GeneratedAlways } from "kysely";

export interface EventsTables {
  class_events: {
    id: GeneratedAlways<number>;
    object_id: number;
    /** The key that addresses have (lib/members/class-key.ts). */
    class_key: string;
    author_id: number;
    /** Null where the page gave it none; unique for each author. */
    client_id: string | null;
    title: string;
    text: string;
    place: string;
    starts_at: Date;
    ends_at: Date | null;
    /**
     * The end, or the start of an event without one: through this column an index finds events that are not over
     * (server/events/event-rows.ts).
     */
    over_at: GeneratedAlways<Date>;
    time_zone: string;
    /** How often it was changed or cancelled: SEQUENCE in calendars. */
    revision: Generated<number>;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
    cancelled_at: Date | null;
    /** When the reminder was sent, or found to be too late. */
    reminded_at: Date | null;
  };
  event_answers: {
    event_id: number;
    user_id: number;
    answer: "going" | "maybe" | "no";
    answered_at: Generated<Date>;
    /** When the member last changed or cancelled the event themselves, which is no news to them. */
    changed_event_at: Date | null;
  };
  /** Calendars that have been renewed; without a row the epoch is 0. */
  calendars: {
    user_id: number;
    epoch: Generated<number>;
  };
}
