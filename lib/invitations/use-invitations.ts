"use client";

import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { messageBody } from "#lib/http/schema.ts";
import { invitationsQuery } from "#lib/invitations/queries.ts";
import { type Invitation, invitationMade } from "#lib/invitations/schema.ts";

/** What to invite to, as InviteButton is given it; with the id of a link, by that very link. */
export type InviteTarget = { linkId?: number } & (
  | { kind: "kampus" }
  | { kind: "class"; objectId: number; classKey: string; group?: string | undefined }
  | { kind: "group"; chatId: number }
);

const bodyOf = (target: InviteTarget) => {
  if (target.kind === "kampus") return { kind: target.kind };
  if (target.kind === "group") return { kind: target.kind, chat_id: target.chatId };
  const { kind, objectId, classKey, group } = target;
  return { kind, object_id: objectId, class_key: classKey, ...(group && { group }) };
};

/** Whether the link leads there, so that a second one is not needed. */
function leadsTo(target: InviteTarget, invitation: Invitation): boolean {
  if (target.kind !== invitation.kind) return false;
  if (target.kind === "group") return invitation.chat?.id === target.chatId;
  if (target.kind === "kampus") return true;
  return (
    invitation.object?.id === target.objectId &&
    invitation.class_key === target.classKey &&
    (invitation.group ?? undefined) === target.group
  );
}

const lastingMs = 7 * 24 * 60 * 60 * 1000;
const lastingUses = 10;

/** Whether a class still has time and room to come by the link. */
const isLasting = ({ expires_at, uses, uses_max }: Invitation) =>
  Date.parse(expires_at) - Date.now() > lastingMs && uses_max - uses >= lastingUses;

/** The member's live link to the target; it is made when there is none that lasts. */
const invitationTo = (client: QueryClient, locale: string, target: InviteTarget) =>
  queryOptions({
    queryKey: ["invitations", "to", target, { locale }],
    queryFn: async () => {
      const own = invitationsQuery(locale);
      const known = await client.query({ ...own, staleTime: 0 });
      const leading = known.filter((one) => leadsTo(target, one));
      const live = known.find(({ id }) => id === target.linkId) ?? leading.find(isLasting);
      if (live) return live;
      try {
        const path = `/api/${locale}/invitations`;
        const { data } = await api.post(path, invitationMade, bodyOf(target));
        client.setQueryData(own.queryKey, (before) => before && [data, ...before]);
        return data;
      } catch (failure) {
        // A link that ends soon is better than none, as where the member has as many as may be.
        if (leading[0]) return leading[0];
        throw failure;
      }
    },
    // Each opening of the dialog fetches once: a refetch could make a link that nobody asked for.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const useInvitationTo = (target: InviteTarget) =>
  useQuery(invitationTo(useQueryClient(), useLocale(), target));

/** Withdraws a link of the member. */
export function useWithdrawInvitation(outcome: {
  onDone: (message: string) => void;
  onFailed: (failure: Error) => void;
}) {
  const locale = useLocale();
  const client = useQueryClient();
  const { queryKey } = invitationsQuery(locale);
  return useMutation({
    mutationFn: (id: number) => api.delete(`/api/${locale}/invitations/${id}`, messageBody),
    onSuccess: ({ message }, id) => {
      outcome.onDone(message);
      client.setQueryData(queryKey, (known) => known?.filter((one) => one.id !== id));
      return client.invalidateQueries({ queryKey });
    },
    onError: (failure) => {
      outcome.onFailed(failure);
      void client.invalidateQueries({ queryKey });
    },
  });
}
