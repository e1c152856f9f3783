/** What the operator takes down of what members made (D-TAKEDOWN). */
import { sql } from "kysely";
import { isInvitationCode } from "#lib/invitations/code-schema.ts";
import { type Command, type Given, UsageFault } from "#server/admin/command.ts";
import type { Db } from "#server/db/database.ts";
import { takeDownEvent } from "#server/events/take-down-event.ts";
import { takeDownImage } from "#server/images/repository.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { takeDownInvitation } from "#server/invitations/repository.ts";
import { takeDownMedia } from "#server/media/repository.ts";
import { takeDownMessage } from "#server/messenger/change/change-message.ts";

const copiesMax = 100;

export const takedownCommands: Command[] = [
  {
    name: "messages remove",
    words: "CHAT SEQ",
    summary: "deletes a message for everybody, as its author could; names copies of its files",
    example: "messages remove 12 340",
    alsoFor: [],
    writes: true,
    publishes: true,
    plan(given) {
      const [chat_id = 0, seq = 0] = given.ids("a chat or a message");
      return async ({ trx, output, note, publish }) => {
        const taken = await takeDownMessage(trx, { chat_id, seq });
        if (!taken) throw new StartFault([`there is no message ${seq} in chat ${chat_id}`]);
        const { author_id } = taken.row;
        note(`message ${chat_id}/${seq}`, `member ${author_id}`);
        if (!taken.changed)
          throw new StartFault([`message ${seq} of chat ${chat_id} is deleted already`]);
        await publish({ subject: "message", chat_id, seq, freed: taken.freed });
        output.done(`Removed message ${seq} of chat ${chat_id}, by member ${author_id}`);
        for (const line of await listCopies(trx, taken.freed)) output.line(`  ${line}`);
      };
    },
  },
  {
    name: "images remove",
    words: "IMAGE",
    summary: "deletes a photo of a member, named by its id or by the address of its file",
    example: "images remove 7",
    alsoFor: [],
    writes: true,
    publishes: true,
    plan(given) {
      const named = readFileName(given, { folder: "images", what: "a photo of a profile" });
      return async ({ trx, output, note, publish }) => {
        const image = await takeDownImage(trx, named);
        if (!image) throw new StartFault([`there is no photo ${JSON.stringify(given.words[0])}`]);
        note(`image ${image.id}`, `member ${image.user_id}`);
        await publish({ subject: "files" });
        output.done(`Removed photo ${image.id} of member ${image.user_id}`);
      };
    },
  },
  {
    name: "files remove",
    words: "FILE",
    summary:
      "deletes a file of a profile, named by its id or its address; names messages that have it",
    example: "files remove 9",
    alsoFor: [],
    writes: true,
    publishes: true,
    plan(given) {
      const named = readFileName(given, { folder: "media", what: "a file of a profile" });
      return async ({ trx, output, note, publish }) => {
        const file = await takeDownMedia(trx, named);
        if (!file) throw new StartFault([`there is no file ${JSON.stringify(given.words[0])}`]);
        const { id, user_id } = file;
        note(`file ${id}`, `member ${user_id}`);
        if (!file.isDeleted)
          throw new StartFault([`file ${id} is in messages alone: messages remove deletes it`]);
        await publish({ subject: "files" });
        output.done(`Removed file ${id} from the profile of member ${user_id}`);
        for (const line of await listCopies(trx, [id])) output.line(`  ${line}`);
      };
    },
  },
  {
    name: "events cancel",
    words: "ID",
    summary: "cancels an event of a class, as its author could; it stays in its place and says so",
    options: { erase: { summary: "empties its words, too, also of one that is over" } },
    example: "events cancel 5 --erase",
    alsoFor: [],
    writes: true,
    publishes: true,
    plan(given) {
      const [event_id = 0] = given.ids("an event");
      const erases = given.flag("erase");
      return async ({ trx, output, note, publish }) => {
        const taken = await takeDownEvent(trx, event_id, { erases });
        if (!taken) throw new StartFault([`there is no event ${event_id}`]);
        note(`event ${event_id}`, `member ${taken.author_id}`);
        const { cancelled } = taken;
        if (cancelled === null && !erases)
          throw new StartFault([
            `event ${event_id} is over or was cancelled before; --erase empties its words`,
          ]);
        await publish({ subject: "event", event_id, cancelled });
        const done = [cancelled !== null && "cancelled", erases && "erased"].filter(Boolean);
        output.done(`Event ${event_id} of member ${taken.author_id}: ${done.join(", ")}`);
      };
    },
  },
  {
    name: "invitations withdraw",
    words: "LINK",
    hasPrivateWords: true,
    summary: "ends an invitation, named by its id, its code or its address, as its inviter could",
    example: "invitations withdraw 3",
    alsoFor: [],
    writes: true,
    plan(given) {
      const [word = ""] = given.words;
      const code = word.replace(/\/*([?#].*)?$/, "").replace(/^.*\//, "");
      const named = isInvitationCode(code) ? { code } : { id: given.ids("an invitation")[0] ?? 0 };
      return async ({ trx, output, note }) => {
        const link = await takeDownInvitation(trx, named);
        if (!link) throw new StartFault(["there is no such link, or it has ended"]);
        note(`invitation ${link.id}`, `member ${link.inviter_id}`);
        output.done(`Withdrew invitation ${link.id} of member ${link.inviter_id}`);
      };
    },
  },
];

/** The id of what members have uploaded, or what the address of its file has of it. @throws {UsageFault} */
function readFileName(
  given: Given,
  { folder, what }: { folder: "images" | "media"; what: string },
): { id: number } | { storageKey: string } {
  const [word = ""] = given.words;
  const [, storageKey] = new RegExp(`/files/(${folder}/[\\da-f]{32})/`).exec(word) ?? [];
  if (storageKey !== undefined) return { storageKey };
  if (word.includes("/"))
    throw new UsageFault([`${JSON.stringify(word)} is no address of ${what}`]);
  return { id: given.ids(what)[0] ?? 0 };
}

/** Where files that were taken down are still shown: a message may have been forwarded, or sent from the profile. */
async function listCopies(trx: Db, mediaIds: number[]): Promise<string[]> {
  if (mediaIds.length === 0) return [];
  const { rows } = await sql<{ id: number; place: string }>`
    SELECT media_id AS id, 'message ' || seq || ' of chat ' || chat_id AS place
    FROM message_attachments WHERE media_id = ANY (${mediaIds}::bigint[])
    UNION ALL SELECT id, 'the profile of member ' || user_id
    FROM media WHERE id = ANY (${mediaIds}::bigint[]) AND in_profile
    ORDER BY id, place LIMIT ${copiesMax + 1}`.execute(trx);
  const lines = rows.slice(0, copiesMax).map(({ id, place }) => `file ${id} is also in ${place}`);
  if (rows.length > copiesMax) lines.push("… and in more places, named once these are removed");
  return lines;
}
