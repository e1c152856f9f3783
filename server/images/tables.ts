import type { ColumnType, Generated, GeneratedAlways } from "kysely";

export interface ImagesTables {
  images: {
    id: GeneratedAlways<number>;
    user_id: number;
    /** Random; the store holds the sizes of lib/images/schema.ts below it. */
    storage_key: string;
    /** The bytes of all sizes together. */
    bytes: ColumnType<number, number, never>;
    /** The size of the full view, in pixels. */
    width: number;
    height: number;
    /** A data URL of a few pixels, shown until the image has loaded. */
    placeholder: string;
    created_at: Generated<Date>;
  };
}
