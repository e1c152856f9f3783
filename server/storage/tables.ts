import type { Generated } from "kysely";

export interface StorageTables {
  /** Files that the store may hold and no row claims: a sweep removes them once they are removable. */
  unclaimed_files: {
    storage_key: string;
    removable_at: Date;
    /** Set when a sweep has taken the files, which can no longer be claimed. */
    removing: Generated<boolean>;
  };
}
