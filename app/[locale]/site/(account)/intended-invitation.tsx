"use client";

import { IconMailHeart } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import classes from "./intended-place.module.css";
import { openInvitationQuery } from "#lib/invitations/use-open-invitation.ts";

/** A module of its own, so that a login without an invitation does not load it. */
export function IntendedInvitation({ code }: { code: string }) {
  const t = useTranslations("Auth");
  const { data } = useQuery(openInvitationQuery(useLocale(), code, null));
  if (!data) return null;
  const name = data.chat?.title ?? data.object?.name ?? data.inviter.name;
  return (
    <>
      <IconMailHeart size={22} stroke={1.6} aria-hidden="true" className={classes.icon} />
      <p className={classes.text}>
        {t(data.kind === "kampus" ? "invitedBy" : "thenInvitation")}{" "}
        <span className={classes.name}>{name}</span>
      </p>
    </>
  );
}
