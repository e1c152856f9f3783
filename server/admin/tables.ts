import type { Generated, GeneratedAlways } from "kysely";

export interface AdminTables {
  operators: {
    name: string;
    role: "auditor" | "support" | "operator";
    token_hash: Buffer;
    created_at: Generated<Date>;
    removed_at: Date | null;
  };
  /** The database refuses to change or to delete its rows (D-AUDIT). */
  operator_audit: {
    id: GeneratedAlways<number>;
    at: Generated<Date>;
    operator: string;
    /** Null where the user was not identified. */
    role: string | null;
    command: string;
    arguments: string[];
    /** The subjects of the command, such as `member 12`. */
    subjects: string[];
    dry_run: boolean;
    outcome: "done" | "refused" | "failed";
  };
}
