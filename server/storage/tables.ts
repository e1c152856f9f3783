import type { Generated } from "kysely";

export interface StorageTables {
  /**
   * Files that may be in the store without a row that claims them: a sweep removes them once `removable_at` has passed.
   */
  unclaimed_files: {
    storage_key: string;
    removable_at: Date;
    /** Set when a sweep has taken the files, which can no longer be claimed. */
    removing: Generated<boolean>;
    /** When a sweep last tried to remove the files; null until one did. */
    tried_at: Generated<Date | null>;
  };
}
