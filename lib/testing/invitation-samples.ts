/** Invitations for tests. */
import type { OpenInvitation } from "#lib/invitations/open-schema.ts";
import type { Invitation } from "#lib/invitations/schema.ts";

export const codeSample = "AbC-_0123456789abcdefg";

const toClass = {
  kind: "class",
  object: { id: 5, name: "Школа № 110" },
  class_key: "2014",
  ...{ start: null, end: 2014, group: "11-Б", chat: null },
} as const;

/** An invitation to a class as its recipient sees it. */
export const openInvitationOf = (changes: Partial<OpenInvitation> = {}): OpenInvitation => ({
  ...toClass,
  inviter: { name: "Алишер Каримов" },
  ...{ total: 7, is_rounded: false, is_own: false, is_accepted: false, chat_id: null },
  expires_at: "2026-12-20T10:00:00.000Z",
  ...changes,
});

/** An invitation to the same class as its inviter sees it. */
export const invitationOf = (changes: Partial<Invitation> = {}): Invitation => ({
  ...toClass,
  ...{ id: 9, code: codeSample, url: `http://localhost/ru/i/${codeSample}` },
  ...{ uses: 3, uses_max: 100 },
  created_at: "2026-11-20T10:00:00.000Z",
  expires_at: "2090-12-20T10:00:00.000Z",
  ...changes,
});
