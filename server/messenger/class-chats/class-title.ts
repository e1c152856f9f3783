/** The class of a chat, and the title of the chat, which follows it in the language of whoever reads it (D-CLASS-CHAT). */
import { type RawBuilder, sql } from "kysely";
import { locales } from "#lib/i18n/locales.ts";
import { type ChatClass, type ClassYears, readClassKey } from "#lib/members/class-key.ts";
import { groupTitleLengthMax } from "#lib/messenger/contract/schema.ts";
import { nameOf, type Names } from "#server/db/localised-names.ts";
import { searchable } from "#server/db/searchable.ts";
import { type Translate, translatorFor } from "#server/infra/translations.ts";

/** The parts of a title. */
export interface TitledClass {
  class_key: string;
  study_group: string | null;
  /** The names of the institution. */
  names: Names;
}

/** The class that the title of the chat in the current row of `chats` follows; null for any other chat. */
export const followedClass: RawBuilder<TitledClass | null> = sql`(
  SELECT json_build_object('class_key', class_key, 'study_group', study_group, 'names', objects.names)
  FROM class_chats JOIN objects ON objects.id = class_chats.object_id
  WHERE class_chats.chat_id = chats.id AND follows_title)`;

/** The class of the chat in the current row of `chats`, whatever its title; null for any other chat. */
export const classOfChat: RawBuilder<StoredChatClass | null> = sql`(
  SELECT json_build_object('object_id', object_id, 'class_key', class_key)
  FROM class_chats WHERE class_chats.chat_id = chats.id)`;

export interface StoredChatClass {
  object_id: number;
  class_key: string;
}

export function toChatClass(stored: StoredChatClass | null): ChatClass | null {
  if (!stored) return null;
  const { object_id, class_key: key } = stored;
  return { object_id, key, ...(readClassKey(key) ?? { start: null, end: null }) };
}

/** The title of a chat for readers of a language; null for a private one. */
export const titleIn = (
  locale: string,
  { title, followed_class }: { title: string | null; followed_class: TitledClass | null },
): string | null => (followed_class ? classTitle(locale, followed_class) : title);

function classTitle(locale: string, { class_key, study_group, names }: TitledClass): string {
  const t = translatorFor(locale);
  const years = classNameIn(t, readClassKey(class_key) ?? { start: null, end: null });
  const name = study_group === null ? years : `${years}, ${study_group}`;
  return t("Classes.title", { name, institution: nameOf(names, locale) });
}

/** A class without its institution: "Class of 2014". */
export const classNameIn = (t: Translate, { start, end }: ClassYears): string =>
  end === null
    ? t("Classes.since", { year: String(start) })
    : t("Classes.left", { year: String(end) });

/** The columns of `chats` for such a title: a stored title, and words of every language to search by. */
export function storedTitle(titled: TitledClass): { title: string; search_title: string } {
  const titles = locales.map((locale) => classTitle(locale, titled));
  const [title = ""] = titles;
  return {
    title: Array.from(title).slice(0, groupTitleLengthMax).join(""),
    search_title: searchable(titles.join(" ")),
  };
}
