import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { type AsOf, asOf } from "#lib/api/as-of.ts";
import { byCursor } from "#lib/api/by-cursor.ts";
import { newestRows } from "#lib/members/newest-rows.ts";
import {
  type GroupMember,
  type GroupMemberList,
  groupMemberList,
} from "#lib/messenger/contract/group-schema.ts";

export const membersKey = (chatId: number) => ["messenger", "members", chatId] as const;
const membersPath = (chatId: number) => `/messenger/group/members/${chatId}`;

/** The members of a group: owner, admins, members; `search` narrows them by name. */
export const membersQuery = (chatId: number, search = "") =>
  infiniteQueryOptions({
    queryKey: [...membersKey(chatId), search],
    queryFn: ({ pageParam, signal }) => {
      const query = { q: search, cursor: pageParam };
      return asOf(() => api.get(membersPath(chatId), groupMemberList, { query, signal }));
    },
    ...byCursor,
  });

/** Each member once, with when they were requested (lib/members/live-presence.ts). */
export const membersOf = ({ pages }: InfiniteData<AsOf<GroupMemberList>>): GroupMember[] =>
  newestRows(pages, ({ person }) => person.id).map(({ row: { person, role }, requestedAt }) => {
    const personAsOf = { ...person, requestedAt };
    return { role, person: personAsOf };
  });

/**
 * Members of a group whose name begins with the text. Its key is below that of the members, so both are invalidated
 * together.
 */
export const mentionableQuery = (chatId: number, name: string) =>
  queryOptions({
    queryKey: ["messenger", "members", chatId, "mention", name],
    queryFn: async ({ signal }) => {
      const query = { q: name };
      const { data } = await api.get(membersPath(chatId), groupMemberList, { query, signal });
      return data.map(({ person }) => person);
    },
    placeholderData: keepPreviousData,
  });
