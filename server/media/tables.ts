import type { ColumnType, Generated, GeneratedAlways } from "kysely";

export interface MediaTables {
  media: {
    id: GeneratedAlways<number>;
    user_id: number;
    /** Random; the store holds the file below it, and its thumbnail. */
    storage_key: string;
    name: string;
    /** The MIME type detected in the content. */
    mime: string;
    kind: "image" | "video" | "audio" | "document";
    bytes: ColumnType<number, number, never>;
    has_thumb: boolean;
    /** The size in pixels of an image or of the frame of a video; null if unknown. */
    width: number | null;
    height: number | null;
    /** Whether the file is in the profile; otherwise it was uploaded for a message alone. */
    in_profile: Generated<boolean>;
    created_at: Generated<Date>;
  };
  /** Files that a message has ceased to hold, each as often as that has happened; some are gone meanwhile. */
  freed_media: {
    id: GeneratedAlways<number>;
    media_id: number;
  };
}
