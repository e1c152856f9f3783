import type { Generated, GeneratedAlways } from "kysely";

export interface AuthTables {
  users: {
    id: GeneratedAlways<number>;
    email: string;
    surname: string;
    name: string;
    patronymic: string;
    /** Words of the name in lower case, ё as е: what people search matches. */
    search_name: string;
    password_hash: string;
    verified_at: Date | null;
    locale: string;
    created_at: Generated<Date>;
  };
  sessions: {
    token_hash: Buffer;
    user_id: number;
    created_at: Generated<Date>;
    expires_at: Date;
    user_agent: string;
    ip: string;
  };
  email_verifications: {
    user_id: number;
    token_hash: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
  };
}
