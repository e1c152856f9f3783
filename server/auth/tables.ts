import type { ColumnType, Generated, GeneratedAlways } from "kysely";

type Audience = "everyone" | "friends" | "nobody";
type SectionAudience = Audience | "classmates";

export type SuspensionReason = "spam" | "abuse" | "fake" | "rules";

export interface AuthTables {
  users: {
    id: GeneratedAlways<number>;
    email: string;
    surname: string;
    name: string;
    patronymic: string;
    /** Words of the name as `searchable` makes them, which the people search matches. */
    search_name: string;
    password_hash: string;
    verified_at: Date | null;
    /** The language of their mails and pushes: that of the sign-up page until they choose another in the settings. */
    locale: string;
    /** An IANA name; null when unknown. */
    time_zone: string | null;
    created_at: Generated<Date>;
    /** In E.164, e.g. +998901234567. */
    phone: string | null;
    /** Set by the database whenever `phone` changes. */
    phone_changed_at: Generated<Date>;
    /** Since when the account is hidden from everybody; its member can restore it within 30 days. */
    deleted_at: Date | null;
    /** Since when the account is suspended by the operator. */
    suspended_at: Date | null;
    /** When the suspension ends by itself; null: only the operator ends it. */
    suspended_until: Date | null;
    /** The reason; null where none was given. */
    suspended_for: SuspensionReason | null;
    /**
     * Since when the account is purged: messages still refer to it as their author, and no other data of the person is
     * left.
     */
    purged_at: Date | null;
    /** One of the member's own images. */
    main_image_id: number | null;
    /** What their media take of the quota. */
    media_bytes: ColumnType<number, number | undefined, number>;
    /** May be a few minutes late. */
    last_seen_at: Date | null;
    privacy_friends: Generated<Audience>;
    privacy_images: Generated<SectionAudience>;
    privacy_educations: Generated<SectionAudience>;
    privacy_jobs: Generated<SectionAudience>;
    privacy_media: Generated<SectionAudience>;
    privacy_last_seen: Generated<Audience>;
    privacy_messages: Generated<Audience>;
    /** Whether the member is suggested to others. */
    privacy_suggestions: Generated<Exclude<Audience, "friends">>;
    /** Day and month, both or neither; the year is never asked for (D-BIRTHDAY). */
    birth_month: number | null;
    birth_day: number | null;
    /** Null: no choice yet, which means friends. */
    privacy_birthday: "nobody" | "friends" | "classmates" | null;
  };
  sessions: {
    /** Identifies the session to its member; the token's hash never leaves the server. */
    id: GeneratedAlways<number>;
    token_hash: Buffer;
    user_id: number;
    created_at: Generated<Date>;
    expires_at: Date;
    /** May be a few minutes late. */
    last_used_at: Generated<Date>;
    user_agent: string;
    ip: string;
  };
  /** Marks of devices that have signed in to the account before. */
  known_devices: {
    mark_hash: Buffer;
    user_id: number;
    issued_at: Generated<Date>;
    used_at: Generated<Date>;
  };
  /** The current epoch of a member's signed file addresses; no row is epoch 0. Written by the database itself. */
  link_epochs: {
    user_id: number;
    epoch: number;
  };
  /** Written by the database when a session ends, and swept soon after. */
  ended_sessions: {
    token_hash: Buffer;
    ended_at: Generated<Date>;
  };
  email_verifications: {
    user_id: number;
    token_hash: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
  };
}
