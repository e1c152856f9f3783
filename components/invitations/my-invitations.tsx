"use client";

import { IconLink, IconMessages, IconSchool, IconUsersPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useRef } from "react";
import { InviteButton } from "#components/invitations/invite-button.tsx";
import { WithdrawButton } from "#components/invitations/invite-link.tsx";
import classes from "#components/invitations/my-invitations.module.css";
import { useInvitationTitle } from "#components/invitations/use-invitation-title.ts";
import { useBrand } from "#components/layout/brand/use-brand.ts";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";
import { EmptyState, NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { formatDate } from "#lib/i18n/format-date.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { invitationsQuery } from "#lib/invitations/queries.ts";
import type { Invitation } from "#lib/invitations/schema.ts";
import type { InviteTarget } from "#lib/invitations/use-invitations.ts";

const skeletonRows = 2;

/** The live links of the member: each can be shown again and withdrawn. */
export function MyInvitations() {
  const t = useTranslations("Invitations");
  const query = useQuery(invitationsQuery(useLocale()));
  const place = useRef<HTMLDivElement>(null);
  const { data } = query;
  return (
    <SettingsCard title={t("listTitle")} lead={t("listLead")}>
      {/* Rendered even while loading, so the list does not jump, and the open dialog is not unmounted when the first
          link appears. */}
      <div className={classes.head}>
        <InviteButton kind="kampus" variant={data?.length === 0 ? "filled" : "default"} />
      </div>
      <div ref={place} tabIndex={-1} className={classes.list}>
        <NotLoaded query={query} skeleton={<RowsSkeleton rows={skeletonRows} />} />
        {data?.length === 0 && <EmptyState Icon={IconLink} title={t("empty")} />}
        {data && data.length > 0 && (
          <ul className={classes.rows} aria-label={t("listTitle")}>
            {data.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                // The row is unmounted, and the focus in it would be lost.
                onWithdrawn={() => place.current?.focus()}
              />
            ))}
          </ul>
        )}
      </div>
    </SettingsCard>
  );
}

const icons = { kampus: IconUsersPlus, class: IconSchool, group: IconMessages };

interface InvitationRowProps {
  invitation: Invitation;
  onWithdrawn: () => void;
}

function InvitationRow({ invitation, onWithdrawn }: InvitationRowProps) {
  const t = useTranslations("Invitations");
  const brand = useBrand();
  const titleOf = useInvitationTitle();
  const { kind, chat, uses, uses_max, expires_at } = invitation;
  const Icon = icons[kind];
  const title = chat
    ? t("toGroup", { title: chat.title })
    : (titleOf(invitation) ?? t("toKampus", { brand }));
  return (
    <li className={classes.row}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={22} stroke={1.6} />
      </span>
      <span className={classes.text}>
        <span className={classes.title}>{title}</span>
        <span className={classes.detail}>
          {t("uses", { uses: formatNumber(uses), max: formatNumber(uses_max) })} ·{" "}
          {t("until", { date: formatDate(expires_at) })}
        </span>
      </span>
      <span className={classes.actions}>
        <InviteButton {...targetOf(invitation)} label={t("showNamed", { title })}>
          {t("show")}
        </InviteButton>
        <WithdrawButton
          invitation={invitation}
          label={t("withdrawNamed", { title })}
          onWithdrawn={onWithdrawn}
        />
      </span>
    </li>
  );
}

function targetOf({ id: linkId, kind, object, class_key, group, chat }: Invitation): InviteTarget {
  if (kind === "group" && chat) return { linkId, kind, chatId: chat.id };
  if (kind === "class" && object && class_key !== null)
    return {
      ...{ linkId, kind, objectId: object.id, classKey: class_key },
      ...(group !== null && { group }),
    };
  return { linkId, kind: "kampus" };
}
