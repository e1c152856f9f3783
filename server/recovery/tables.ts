import type { Generated } from "kysely";

interface Code {
  user_id: number;
  kind: "mail" | "phone";
  /**
   * The SHA-256 of a mailed code in hex, by which it is found; argon2id of a phone's few digits, which a dump does not
   * reveal.
   */
  code_hash: string;
  attempts: Generated<number>;
  created_at: Generated<Date>;
  expires_at: Date;
}

export interface RecoveryTables {
  /** The newest code for each known device or network that has asked, of either kind: it replaces an older one of theirs. */
  asked_codes: Code & {
    /** The SHA-256 of their name in hex. */
    asker: string;
    /** Tries by others than the asker, apart: they must not use up the asker's. */
    foreign_attempts: Generated<number>;
  };
  /** Codes that nodes of the release before write and read. */
  recovery_codes: Code;
}
