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
  };
}
