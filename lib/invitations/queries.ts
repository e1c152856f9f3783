import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { invitationList } from "#lib/invitations/schema.ts";

/** The live links of the member, newest first. */
export const invitationsQuery = (locale: string) =>
  queryOptions({
    queryKey: ["invitations", "own", { locale }],
    queryFn: async ({ signal }) =>
      (await api.get(`/api/${locale}/invitations`, invitationList, { signal })).data,
  });
