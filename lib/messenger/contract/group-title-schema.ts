/**
 * The contract of calls that give a group its title. It is separate from that of groups, because the list of names that
 * nobody may have is long, and no screen needs it before a title is typed.
 */
import * as z from "zod/mini";
import { clientId } from "#lib/http/schema.ts";
import { someMembers } from "#lib/messenger/contract/group-schema.ts";
import { groupTitleLengthMax } from "#lib/messenger/contract/schema.ts";
import { titleLine } from "#lib/validation/name-schema.ts";

const groupTitle = titleLine(groupTitleLengthMax, "Messenger.groupTitleTooLong");

/**
 * The first other member is named in the path; a member who is named twice counts once, and so does the caller. The same
 * `client_id` again makes nothing and answers the group made first.
 */
export const createGroupInput = z.object({
  title: groupTitle,
  members: z.pipe(
    z.nullish(someMembers),
    z.transform((members) => members ?? []),
  ),
  client_id: z.optional(clientId),
});

export const renameGroupInput = z.object({ title: groupTitle });
