"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { InviteButton } from "#components/invitations/invite-button.tsx";
import { homeQuery } from "#lib/home/queries.ts";

/** Invites to the member's class where they have named one that is not complete, else to Kampus. */
export function InviteOthers() {
  const t = useTranslations("Welcome");
  const { data } = useQuery(homeQuery(useLocale()));
  if (!data) return null;
  const { invite } = data;
  const target = invite
    ? ({ kind: "class", objectId: invite.object.id, classKey: invite.key } as const)
    : ({ kind: "kampus" } as const);
  return <InviteButton {...target}>{t("invite")}</InviteButton>;
}
