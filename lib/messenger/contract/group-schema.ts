/** The contract of groups: their members and their titles. */
import * as z from "zod/mini";
import { person } from "#lib/auth/schema.ts";
import { cursorText, id, messageWith, seekListOf } from "#lib/http/schema.ts";
import {
  chat,
  chatRole,
  groupMembersMax,
  groupTitleLengthMax,
} from "#lib/messenger/contract/schema.ts";
import { titleLine } from "#lib/validation/name-schema.ts";
import { text } from "#lib/validation/schema.ts";

const groupTitle = titleLine(groupTitleLengthMax, "Messenger.groupTitleTooLong");
/** Members in addition to the owner. */
const someMembers = z.array(id).check(z.maxLength(groupMembersMax - 1, "Messenger.groupFull"));

/** The first other member is named in the path; a member who is named twice counts once, and so does the caller. */
export const createGroupInput = z.object({
  title: groupTitle,
  members: z.pipe(
    z.nullish(someMembers),
    z.transform((members) => members ?? []),
  ),
});

export const groupChanged = messageWith(chat);

export const renameGroupInput = z.object({ title: groupTitle });

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

export const groupMember = z.object({ person, role: chatRole });
export type GroupMember = z.infer<typeof groupMember>;

export const groupMembersQuery = z.object({
  q: z.optional(text.check(z.maxLength(255))),
  cursor: z.optional(cursorText),
});
export const groupMemberList = seekListOf(groupMember);
export type GroupMemberList = z.infer<typeof groupMemberList>;
