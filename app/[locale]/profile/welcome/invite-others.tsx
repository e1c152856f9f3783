"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { InviteButton } from "#components/invitations/invite-button.tsx";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { homeQuery } from "#lib/home/queries.ts";

/** Invites to the member's class where they have named one that is known not to be complete, else to Kampus. */
export function InviteOthers() {
  const t = useTranslations("Welcome");
  const query = useQuery(homeQuery(useLocale()));
  const failure = useLoadFailure(query);
  if (!query.data && !failure) return null;
  const invite = query.data?.invite;
  const target = invite
    ? ({ kind: "class", objectId: invite.object.id, classKey: invite.key } as const)
    : ({ kind: "kampus" } as const);
  return <InviteButton {...target}>{t("invite")}</InviteButton>;
}
