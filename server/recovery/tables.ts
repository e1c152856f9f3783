import type { Generated } from "kysely";

export interface RecoveryTables {
  /** The newest code of a member, of either kind: it replaces an older one. */
  recovery_codes: {
    user_id: number;
    kind: "mail" | "phone";
    /**
     * The SHA-256 of a mailed code in hex, by which it is found; argon2id of a phone's few digits, which a dump does
     * not reveal.
     */
    code_hash: string;
    attempts: Generated<number>;
    created_at: Generated<Date>;
    expires_at: Date;
  };
}
