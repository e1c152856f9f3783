import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { groupMembers } from "#lib/messenger/contract/group-schema.ts";

/** Members of a group whose name begins so. Under the key of its members: it goes stale with them. */
export const mentionableQuery = (chatId: number, name: string) =>
  queryOptions({
    queryKey: ["messenger", "members", chatId, "mention", name],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams(name ? { q: name } : {});
      const path = `/messenger/group/members/${chatId}?${query}`;
      return (await api.get(path, groupMembers, { signal })).data.map(({ person }) => person);
    },
    placeholderData: keepPreviousData,
  });
