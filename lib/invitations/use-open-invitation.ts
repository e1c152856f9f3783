"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { isNotFound } from "#lib/api/api-failure.ts";
import { useCall } from "#lib/api/use-call.ts";
import {
  invitationAccepted,
  type InvitationTarget,
  openInvitationAnswer,
} from "#lib/invitations/open-schema.ts";
import { type Route, routes } from "#lib/routes.ts";

const pathOf = (locale: string, code: string) =>
  `/api/${locale}/invitations/by-code/${encodeURIComponent(code)}`;

/** The invitation of a code as `reader` (a member's id, or null) may see it; null: it has ended. */
export const openInvitationQuery = (locale: string, code: string, reader: number | null) =>
  queryOptions({
    queryKey: ["invitations", "open", code, reader, { locale }],
    queryFn: async ({ signal }) => {
      try {
        return (await api.get(pathOf(locale, code), openInvitationAnswer, { signal })).data;
      } catch (failure) {
        if (isNotFound(failure)) return null;
        throw failure;
      }
    },
  });

/** Undefined `reader`: the session is not known yet. */
export function useOpenInvitation(code: string, reader: number | null | undefined) {
  const locale = useLocale();
  return useQuery({
    ...openInvitationQuery(locale, code, reader ?? null),
    enabled: reader !== undefined,
  });
}

export const useAcceptInvitation = (code: string) =>
  useCall((locale) => api.post(`${pathOf(locale, code)}/accept`, invitationAccepted));

/** Where a member who has accepted goes on to. */
export function routeOfTarget({ object_id, class_key, group, chat_id }: InvitationTarget): Route {
  if (chat_id !== null) return routes.chat("group", chat_id);
  if (object_id !== null && class_key !== null)
    return routes.invitedClass(object_id, class_key, group);
  return routes.findPeople();
}
