import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import {
  type GroupMember,
  type GroupMembers,
  groupMembers,
} from "#lib/messenger/contract/group-schema.ts";

export const membersKey = (chatId: number) => ["messenger", "members", chatId] as const;

/** Who is in a group: the owner, admins, members; `search` narrows them by name. */
export const membersQuery = (chatId: number, search = "") =>
  infiniteQueryOptions({
    queryKey: [...membersKey(chatId), search],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams();
      if (search) query.set("q", search);
      if (pageParam) query.set("cursor", pageParam);
      const askedAt = Date.now();
      const path = `/messenger/group/members/${chatId}?${query}`;
      return { ...(await api.get(path, groupMembers, { signal })), askedAt };
    },
    getNextPageParam: (page) => page.meta.next,
  });

/** Everyone once, with when they were asked for (lib/members/live-presence.ts). */
export function membersOf(pages: InfiniteData<GroupMembers & { askedAt: number }>): GroupMember[] {
  const byId = new Map<number, GroupMember>();
  for (const { data, askedAt } of pages.pages)
    for (const { person, role } of data) {
      const told = { ...person, askedAt };
      byId.set(person.id, { role, person: told });
    }
  return [...byId.values()];
}
