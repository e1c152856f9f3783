export interface AccountTables {
  /** The telephone that a member is about to give, until its code has come back: the newest alone. */
  phone_changes: {
    user_id: number;
    /** Of the session that began it. */
    session_hash: Buffer;
    phone: string;
    /** argon2id: no dump gives the few digits away. */
    code_hash: string;
    attempts: number;
    expires_at: Date;
  };
}
