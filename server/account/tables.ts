export interface AccountTables {
  /** The telephone that a member wants to add, until its code comes back; a member has at most one such row. */
  phone_changes: {
    user_id: number;
    /** The session that began the change. */
    session_hash: Buffer;
    phone: string;
    /** Hashed with argon2id, so that a dump of the database does not reveal the few digits. */
    code_hash: string;
    attempts: number;
    expires_at: Date;
  };
}
