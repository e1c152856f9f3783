/** The title of a class chat follows the class, in the language of whoever reads it (D-CLASS-CHAT). */
import { type RawBuilder, sql } from "kysely";
import { locales } from "#lib/i18n/locales.ts";
import { readClassKey } from "#lib/members/class-key.ts";
import { groupTitleLengthMax } from "#lib/messenger/contract/schema.ts";
import { nameOf, type Names } from "#server/db/localised-names.ts";
import { searchable } from "#server/db/searchable.ts";
import { translatorFor } from "#server/infra/translations.ts";

/** What a title is made of. */
export interface TitledClass {
  class_key: string;
  study_group: string | null;
  /** Of the institution. */
  names: Names;
}

/** The class that the title of the chat in the row of `chats` at hand follows; null for any other chat. */
export const followedClass: RawBuilder<TitledClass | null> = sql`(
  SELECT json_build_object('class_key', class_key, 'study_group', study_group, 'names', objects.names)
  FROM class_chats JOIN objects ON objects.id = class_chats.object_id
  WHERE class_chats.chat_id = chats.id AND follows_title)`;

export function classTitle(locale: string, { class_key, study_group, names }: TitledClass): string {
  const t = translatorFor(locale);
  const { start, end } = readClassKey(class_key) ?? { start: null, end: null };
  const years =
    end === null
      ? t("Classes.since", { year: String(start) })
      : t("Classes.left", { year: String(end) });
  const name = study_group === null ? years : `${years}, ${study_group}`;
  return t("Classes.title", { name, institution: nameOf(names, locale) });
}

/** The columns of `chats` for such a title: one that is stored, and words of every language to search by. */
export function storedTitle(titled: TitledClass): { title: string; search_title: string } {
  const titles = locales.map((locale) => classTitle(locale, titled));
  const [title = ""] = titles;
  return {
    title: Array.from(title).slice(0, groupTitleLengthMax).join(""),
    search_title: searchable(titles.join(" ")),
  };
}
