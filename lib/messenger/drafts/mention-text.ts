/** A text and the members named in it: offsets follow the text while it is edited. */
import type { Person } from "#lib/auth/schema.ts";
import { givenNameFirst } from "#lib/members/person.ts";
import type { Mention } from "#lib/messenger/contract/schema.ts";

export interface Written {
  text: string;
  mentions: readonly Mention[];
}

export const nothingWritten: Written = { text: "", mentions: [] };

/** The text after a change that ended at `caret`; a mention that the change touched is dropped. */
export function rewritten(before: Written, text: string, caret: number): Written {
  if (before.mentions.length === 0) return { text, mentions: [] };
  const { start, tail } = changeBetween(before.text, text, caret);
  const endBefore = before.text.length - tail;
  const shift = text.length - before.text.length;
  const mentions = before.mentions.flatMap((mention) => {
    if (mention.offset + mention.length <= start) return [mention];
    return mention.offset >= endBefore ? [{ ...mention, offset: mention.offset + shift }] : [];
  });
  return { text, mentions };
}

/** Returns where the change began, and how much of the text after it is unchanged. */
function changeBetween(before: string, after: string, caret: number) {
  const fits = before.endsWith(after.slice(caret));
  const tail = fits ? Math.min(after.length - caret, before.length) : commonEnd(before, after);
  const startMax = Math.min(before.length, after.length) - tail;
  let start = 0;
  while (start < startMax && before[start] === after[start]) start += 1;
  return { start, tail };
}

function commonEnd(one: string, other: string): number {
  const max = Math.min(one.length, other.length);
  let length = 0;
  while (length < max && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

/** Joins texts one below the other. */
export function joinedTexts(one: Written, other: Written): Written {
  if (one.text.trim() === "") return other;
  const before = `${one.text}\n`;
  const shifted = other.mentions.map((mention) => ({
    ...mention,
    offset: mention.offset + before.length,
  }));
  return { text: before + other.text, mentions: [...one.mentions, ...shifted] };
}

/** The text without surrounding white space, as it is sent. */
export function trimmedText({ text, mentions }: Written): Written {
  const before = text.length - text.trimStart().length;
  const shifted = mentions.map((mention) => ({ ...mention, offset: mention.offset - before }));
  return { text: text.trim(), mentions: shifted };
}

/** The search for a member behind an "@" before the caret; null: no search. */
interface MentionSearch {
  /** The offset of the "@". */
  offset: number;
  name: string;
}

/** A word may hold whatever keyboards have for the marks of oʻ and gʻ. */
const behindAt =
  /(?:^|[\s([{«"'—-])@([\p{L}\p{M}\p{N}ʻʼ'’‘`´′.-]*(?: [\p{L}\p{M}\p{N}ʻʼ'’‘`´′.-]*)?)$/u;
const nameLengthMax = 60;

export function mentionSearchAt({ text, mentions }: Written, caret: number): MentionSearch | null {
  const name = behindAt.exec(text.slice(Math.max(0, caret - nameLengthMax), caret))?.[1];
  if (name === undefined) return null;
  const offset = caret - name.length - 1;
  return mentions.some((mention) => mention.offset === offset) ? null : { offset, name };
}

/** Replaces the search by a mention of the person; `caret` is behind it. */
export function withMention(
  { text, mentions }: Written,
  { offset, name }: MentionSearch,
  person: Pick<Person, "id" | "fullname">,
): Written & { caret: number } {
  const searched = text.slice(0, offset + 1 + name.length);
  const label = `@${givenNameFirst(person.fullname)}`;
  const inserted = `${label} `;
  const behind = text.slice(searched.length);
  const next =
    text.slice(0, offset) + inserted + (behind.startsWith(" ") ? behind.slice(1) : behind);
  const caret = offset + inserted.length;
  const remaining = rewritten({ text, mentions }, next, caret).mentions;
  const named = { id: person.id, offset, length: label.length };
  return {
    text: next,
    mentions: [...remaining, named].toSorted((a, b) => a.offset - b.offset),
    caret,
  };
}
