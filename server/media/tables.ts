import type { ColumnType, Generated, GeneratedAlways } from "kysely";

export interface MediaTables {
  media: {
    id: GeneratedAlways<number>;
    user_id: number;
    /** Random; the store holds the file below it, and its thumbnail. */
    storage_key: string;
    name: string;
    /** By content. */
    mime: string;
    kind: "image" | "video" | "audio" | "document";
    /** PostgreSQL's bigint comes as text. */
    bytes: ColumnType<string, number, never>;
    has_thumb: boolean;
    created_at: Generated<Date>;
  };
}
