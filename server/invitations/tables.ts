import type { Generated, GeneratedAlways } from "kysely";

export interface InvitationsTables {
  invitations: {
    id: GeneratedAlways<number>;
    /** In clear, because its inviter can open the link as long as it is live. */
    code: string;
    inviter_id: number;
    kind: "kampus" | "class" | "group";
    /** The institution of a class, and its key (lib/members/class-key.ts). */
    object_id: number | null;
    class_key: string | null;
    /** The class letter or study group that the newcomer is offered, as it was written. */
    study_group: string | null;
    /** The group that a member joins by accepting. */
    chat_id: number | null;
    uses: Generated<number>;
    created_at: Generated<Date>;
    expires_at: Generated<Date>;
    withdrawn_at: Date | null;
  };
  /** Members who accepted a link, each once. */
  invitation_uses: {
    invitation_id: number;
    member_id: number;
    /** Copied from the invitation, because suggestions look uses up by both sides. */
    inviter_id: number;
    used_at: Generated<Date>;
  };
  /** Accounts that signed up through a link and have not confirmed their address yet. */
  invited_sign_ups: {
    user_id: number;
    invitation_id: number;
  };
}
