export interface AccountTables {
  /** The telephone that a member wants to add, until its code is confirmed; a member has at most one such row. */
  phone_changes: {
    user_id: number;
    /** The session that began the change. */
    session_hash: Buffer;
    phone: string;
    /** Hashed with argon2id, because a dump of the database would reveal the few digits of a plain hash. */
    code_hash: string;
    attempts: number;
    expires_at: Date;
  };
}
