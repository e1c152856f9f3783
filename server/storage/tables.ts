import type { Generated } from "kysely";

export interface StorageTables {
  /** Files that the store may hold and no row claims: a sweep removes them once they are removable. */
  unclaimed_files: {
    storage_key: string;
    removable_at: Date;
    /** A sweep has taken them: they can be claimed no more. */
    removing: Generated<boolean>;
  };
}
