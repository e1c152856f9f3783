/** The contract of groups and their members; what has a title is in group-title-schema.ts. */
import * as z from "zod/mini";
import { person } from "#lib/auth/schema.ts";
import { cursorText, id, messageWith, seekListOf } from "#lib/http/schema.ts";
import { chat, chatRole, groupMembersMax } from "#lib/messenger/contract/schema.ts";
import { text } from "#lib/validation/schema.ts";

/** Members in addition to the owner. */
export const someMembers = z
  .array(id)
  .check(z.maxLength(groupMembersMax - 1, "Messenger.groupFull"));

export const groupChanged = messageWith(chat);

/**
 * Members who are in the group already are not added, and those who are not in it are not removed: neither is a
 * failure.
 */
export const changeMembersInput = z.object({
  add: z.nullish(someMembers),
  remove: z.nullish(someMembers),
});
export type ChangeMembersInput = z.infer<typeof changeMembersInput>;

/** The role "owner" hands the group over. */
export const changeRoleInput = z.object({ user_id: id, role: chatRole });
export type ChangeRoleInput = z.infer<typeof changeRoleInput>;

const groupMember = z.object({ person, role: chatRole });
export type GroupMember = z.infer<typeof groupMember>;

export const groupMembersQuery = z.object({
  q: z.optional(text.check(z.maxLength(255))),
  cursor: z.optional(cursorText),
});
export const groupMemberList = seekListOf(groupMember);
export type GroupMemberList = z.infer<typeof groupMemberList>;
