import { type Selectable, sql } from "kysely";
import type { MediaKind } from "#lib/files/schema.ts";
import { noticeTextMax, noticeTextOf } from "#lib/messenger/contract/schema.ts";
import { routes } from "#lib/routes.ts";
import type { Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { type Translate, translatorFor } from "#server/infra/translations.ts";
import {
  followedClass,
  type TitledClass,
  titleIn,
} from "#server/messenger/class-chats/class-title.ts";
import type { Place } from "#server/messenger/history/show-messages.ts";
import { listNoticeRecipients, type NoticeRecipient } from "#server/messenger/notify/notices.ts";
import type { MessengerTables } from "#server/messenger/tables.ts";

/**
 * The content of a notice. `url` is a path of the chat surface: the chat, which opens at its first unread message, or the
 * message where it mentions the recipient (D-MESSENGER 4).
 */
interface MessageNotice {
  kind: "message";
  user_id: number;
  chat_id: number;
  seq: number;
  title: string;
  body: string;
  icon: string | null;
  url: string;
}

interface NoticeRow extends Pick<Selectable<MessengerTables["messages"]>, "author_id" | "text"> {
  x: "private" | "group";
  title: string | null;
  followed_class: TitledClass | null;
  kinds: MediaKind[];
}

/** The notices for the members who still want them (see `listNoticeRecipients`). */
export const createComposeNotice =
  ({ db, persons }: { db: Db; persons: Persons }) =>
  async (place: Place, userIds: number[]) => {
    const recipients = await listNoticeRecipients(db, [place], { among: userIds });
    const row = recipients.length > 0 ? await findRow(db, place) : undefined;
    const author = row && (await persons.findAll(null, [row.author_id])).get(row.author_id);
    if (!row || !author) return new Map<number, ReturnType<typeof toPush>>();
    return new Map(
      recipients.map((recipient) => {
        const text = textOf(row, author.fullname, recipient);
        const { path } = recipient.mentioned
          ? routes.message(row.x, place.chat_id, place.seq)
          : routes.chat(row.x, place.chat_id);
        return [
          recipient.user_id,
          toPush({
            kind: "message",
            user_id: recipient.user_id,
            chat_id: place.chat_id,
            seq: place.seq,
            ...text,
            icon: author.image?.thumb_url ?? null,
            url: `/${recipient.locale}${path}`,
          }),
        ];
      }),
    );
  };

const toPush = (payload: MessageNotice) => ({
  topic: `chat-${payload.chat_id}`,
  urgency: "high" as const,
  payload,
});

async function findRow(db: Db, { chat_id, seq }: Place): Promise<NoticeRow | undefined> {
  const result = await sql<NoticeRow>`
    SELECT author_id, left(text, ${noticeTextMax * 2}) AS text, chats.kind AS x, title,
      ${followedClass} AS followed_class, ARRAY(
      SELECT media.kind FROM message_attachments JOIN media ON media.id = media_id
      WHERE message_attachments.chat_id = messages.chat_id AND message_attachments.seq = messages.seq
      ORDER BY position) AS kinds
    FROM messages JOIN chats ON chats.id = messages.chat_id
    WHERE messages.chat_id = ${chat_id} AND seq = ${seq}`.execute(db);
  return result.rows[0];
}

/** In a group the group comes first, then the author, then the text. */
function textOf(row: NoticeRow, name: string, { locale, mentioned }: NoticeRecipient) {
  const t = translatorFor(locale);
  const author = name || t("Site.deletedMember");
  const said = noticeTextOf(row.text) || attachedIn(row.kinds, t);
  if (row.x === "private") return { title: author, body: said };
  const key = mentioned ? "Notices.mentionedInGroup" : "Notices.inGroup";
  return { title: titleIn(locale, row) ?? "", body: t(key, { author, text: said }) };
}

function attachedIn(kinds: MediaKind[], t: Translate): string {
  const [first] = kinds;
  if (!first) return t("Notices.message");
  if (kinds.length === 1) return t(`Notices.${first}`);
  return t("Notices.attachments", { count: kinds.length });
}
