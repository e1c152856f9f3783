/** What the operator sees and changes of chats (D-TAKEDOWN): never what is written in them. */
import { sql } from "kysely";
import { renameGroupInput } from "#lib/messenger/contract/group-title-schema.ts";
import { checkGiven } from "#server/admin/check-given.ts";
import type { Command, CommandContext } from "#server/admin/command.ts";
import { minute, shortenName } from "#server/admin/output.ts";
import type { Db } from "#server/db/database.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { createTitleCheck } from "#server/members/check-name.ts";
import {
  closeGroup,
  holdGroup,
  setImage,
  setTitle,
} from "#server/messenger/groups/locked-group.ts";

export const chatCommands: Command[] = [
  {
    name: "chats show",
    words: "ID",
    summary: "a chat: its title, class, owner and size, but nothing of what is written in it",
    example: "chats show 12",
    alsoFor: ["support", "auditor"],
    lists: true,
    plan(given) {
      const [id = 0] = given.ids("a chat");
      return async ({ trx, output, note }) => {
        const chat = await findShown(trx, id);
        if (!chat) throw new StartFault([`there is no chat ${id}`]);
        note(`chat ${id}`);
        const { owner_id, class_key } = chat;
        output.show(chat, [
          `chat      ${id}, ${chat.kind}, since ${minute(chat.created_at)} (UTC)`,
          ...(chat.title === null ? [] : [`title     ${chat.title}`]),
          ...(class_key === null
            ? []
            : [
                `class     ${class_key} of institution ${chat.object_id} ${chat.study_group ?? ""}`,
              ]),
          ...(owner_id === null ? [] : [`owner     ${owner_id} ${chat.owner}`]),
          `members   ${chat.members}${chat.member_ids ? `: ${chat.member_ids.join(", ")}` : ""}`,
          `messages  ${chat.last_seq}${chat.last_message_at ? `, the last ${minute(chat.last_message_at)} (UTC)` : ""}`,
          `reports   ${chat.open_reports} open`,
        ]);
      };
    },
  },
  {
    name: "chats rename",
    words: "ID TITLE",
    summary: "gives a group another title, as its owner could",
    example: 'chats rename 12 "Group 12"',
    alsoFor: [],
    writes: true,
    publishes: true,
    plan(given) {
      const [, title = ""] = given.words;
      const [id = 0] = given.ids("a chat", 1);
      return async (context) => {
        const { trx, env, output, publish } = context;
        const checked = await checkGiven(renameGroupInput, { title }, createTitleCheck(env.brand));
        const { title: before } = await requireGroup(context, id);
        await setTitle(trx, id, checked.title);
        await publish({ subject: "group", chat_id: id });
        output.done(
          `Renamed chat ${id} ${shortenName(before ?? "")} to ${shortenName(checked.title)}`,
        );
      };
    },
  },
  {
    name: "chats remove-image",
    words: "ID",
    summary: "removes the image of a group, as its owner could",
    example: "chats remove-image 12",
    alsoFor: [],
    writes: true,
    publishes: true,
    plan(given) {
      const [id = 0] = given.ids("a chat");
      return async (context) => {
        const { trx, publish, output } = context;
        const group = await requireGroup(context, id);
        if (group.image_key === null) throw new StartFault([`chat ${id} has no image`]);
        await setImage(trx, group, null);
        await publish({ subject: "group", chat_id: id });
        await publish({ subject: "files" });
        output.done(`Removed the image of chat ${id} ${shortenName(group.title ?? "")}`);
      };
    },
  },
  {
    name: "chats close",
    words: "ID",
    summary: "everybody leaves a group, and nothing is left of it: nobody can bring it back",
    example: "chats close 12",
    alsoFor: [],
    writes: true,
    publishes: true,
    plan(given) {
      const [id = 0] = given.ids("a chat");
      return async (context) => {
        const { title } = await requireGroup(context, id);
        const left = await closeGroup(context.trx, id);
        if (left.length === 0) throw new StartFault([`everybody has left chat ${id} already`]);
        await context.publish({ subject: "closed_group", chat_id: id, left });
        context.output.done(
          `Closed chat ${id} ${shortenName(title ?? "")}, which had ${left.length} members`,
        );
      };
    },
  },
];

/** Locks the group, and notes it. @throws {StartFault} */
async function requireGroup({ trx, note }: CommandContext, id: number) {
  const group = await holdGroup(trx, id);
  if (!group) throw new StartFault([`there is no group ${id}`]);
  note(`chat ${id}`);
  return group;
}

const findShown = (db: Db, id: number) =>
  db
    .selectFrom("chats")
    .leftJoin("class_chats", "class_chats.chat_id", "chats.id")
    .leftJoin("chat_members as owning", (join) =>
      join.onRef("owning.chat_id", "=", "chats.id").on("owning.role", "=", "owner"),
    )
    .leftJoin("users as owner", "owner.id", "owning.user_id")
    .select(["chats.id", "chats.kind", "chats.title", "chats.created_at", "chats.last_seq"])
    .select(["chats.last_message_at", "object_id", "class_key", "study_group"])
    .select([
      "owner.id as owner_id",
      sql<string>`concat_ws(' ', owner.surname, owner.name, owner.patronymic)`.as("owner"),
      sql<number[] | null>`CASE WHEN chats.kind = 'private' THEN ARRAY(
        SELECT user_id FROM chat_members WHERE chat_id = chats.id ORDER BY user_id) END`.as(
        "member_ids",
      ),
      sql<number>`(SELECT count(*)::int FROM chat_members WHERE chat_id = chats.id)`.as("members"),
      sql<number>`(
        SELECT count(*)::int FROM reports WHERE reports.chat_id = chats.id AND closed_at IS NULL)`.as(
        "open_reports",
      ),
    ])
    .where("chats.id", "=", id)
    .executeTakeFirst();
