"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { membersOf, membersQuery } from "#lib/messenger/cache/members-query.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { useTyping } from "#lib/messenger/typing.ts";
import { givenNameOf } from "#lib/members/person.ts";

/** The members who are typing in the chat, in words; null for none. */
export function useTypingText(chat: Chat): string | null {
  const t = useTranslations("Messenger");
  const writing = useTyping(chat.id);
  const names = useNames(chat, writing);
  const [first, second] = names;
  if (writing.length === 0) return null;
  if (chat.kind === "private" || first === undefined) return t("typing");
  if (writing.length === 1) return t("typingOne", { name: first });
  if (writing.length === 2 && second !== undefined) return t("typingTwo", { first, second });
  return t("typingMany", { count: writing.length });
}

/** Events carry ids alone, so names are fetched once somebody types in a group. */
function useNames({ id, kind, last_message: last }: Chat, writing: readonly number[]): string[] {
  const { data } = useInfiniteQuery({
    ...membersQuery(id),
    enabled: kind === "group" && writing.length > 0,
    staleTime: Infinity, // `chat_changed` reports members who join or leave
  });
  const people = [
    ...(data ? membersOf(data).map(({ person }) => person) : []),
    ...(last ? [last.author] : []),
  ];
  return writing.flatMap((userId) => {
    const person = people.find((candidate) => candidate.id === userId);
    return person ? [givenNameOf(person.fullname)] : [];
  });
}
