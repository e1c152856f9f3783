import type { GeneratedAlways } from "kysely";

export interface AnnouncementsTables {
  announcements: {
    id: GeneratedAlways<number>;
    /** The text by language. */
    texts: Record<string, string>;
    starts_at: Date;
    ends_at: Date;
  };
}
