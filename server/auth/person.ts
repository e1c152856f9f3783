import { type Expression, sql } from "kysely";
import type { Person } from "#lib/auth/schema.ts";
import type { Db } from "#server/db/database.ts";

export interface PersonRow {
  id: number;
  surname: string;
  name: string;
  patronymic: string;
}

/** Columns of `users` that make a Person. */
export const personColumns = [
  "users.id",
  "users.surname",
  "users.name",
  "users.patronymic",
] as const;

export const fullname = ({ surname, name, patronymic }: Omit<PersonRow, "id">) =>
  `${surname} ${name} ${patronymic}`;

export function toPerson(row: PersonRow): Person {
  return { id: row.id, fullname: fullname(row), image: null, online: false, last_seen_at: null };
}

/** Members whom others can meet: those who have confirmed their address. */
export async function findPerson(db: Db, id: number): Promise<Person | undefined> {
  const row = await db
    .selectFrom("users")
    .select(personColumns)
    .where("users.id", "=", id)
    .where("users.verified_at", "is not", null)
    .executeTakeFirst();
  return row && toPerson(row);
}

export async function findPeople(db: Db, ids: number[]): Promise<Map<number, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("users")
    .select(personColumns)
    .where("users.id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, toPerson(row)]));
}

/** Marks that people type for the one of oʻ and gʻ, or leave out. */
const apostrophes = /['`\u00b4\u02b9-\u02bf\u2018\u2019\u201b\u2032\uff07]/g;

/**
 * In lower case, ё as е, without apostrophes and accents. Letters and digits alone: PostgreSQL would read an address,
 * a number with a sign or a tag into anything more.
 */
const words = (text: string) =>
  text
    .toLowerCase()
    .replace(apostrophes, "")
    .normalize()
    .replaceAll("ё", "е")
    .replace(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** How names are stored for search: the words that a query meets. */
export const searchable = (text: string) => words(text).join(" ");

/**
 * Condition that every word of `q` begins a word of the name, in any order; `searchName` is users.search_name.
 * Null when nothing is asked for; what is asked without a word in it, such as "%", matches nobody.
 */
export function nameMatches(searchName: Expression<string>, q: string | undefined) {
  const found = words(q ?? "");
  if (!q?.trim()) return null;
  if (found.length === 0) return sql<boolean>`false`;
  const query = found.map((word) => `${word}:*`).join(" & ");
  return sql<boolean>`to_tsvector('simple', ${searchName}) @@ to_tsquery('simple', ${query})`;
}
