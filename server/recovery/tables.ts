import type { Generated } from "kysely";

export interface RecoveryTables {
  /** The newest code of a member, of whichever kind: an older one is replaced. */
  recovery_codes: {
    user_id: number;
    kind: "mail" | "phone";
    /** Of a mailed code its SHA-256 in hex, which finds it; of a phone's few digits argon2id, which no dump gives away. */
    code_hash: string;
    attempts: Generated<number>;
    created_at: Generated<Date>;
    expires_at: Date;
  };
}
