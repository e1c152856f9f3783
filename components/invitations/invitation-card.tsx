"use client";

import { IconMailOff, IconMessages, IconSchool, IconUsersPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/invitations/invitation-card.module.css";
import { useInvitationTitle } from "#components/invitations/use-invitation-title.ts";
import { FilledText } from "#components/ui/subject/filled-text.tsx";
import { useBrand } from "#components/layout/brand/use-brand.ts";
import type { OpenInvitation } from "#lib/invitations/open-schema.ts";
import { formatDate } from "#lib/i18n/format-date.ts";

const icons = { kampus: IconUsersPlus, class: IconSchool, group: IconMessages };
const leads = { kampus: "leadKampus", class: "leadClass", group: "leadGroup" } as const;

interface InvitationCardProps {
  invitation: OpenInvitation;
  /** Replaces the text about the target. */
  text?: string | undefined;
  failure?: ReactNode;
  /** Buttons and links, the main one first. */
  actions: ReactNode;
}

/** Who invites to what, with the number of members there. */
export function InvitationCard({ invitation, text, failure, actions }: InvitationCardProps) {
  const t = useTranslations("Invitation");
  const brand = useBrand();
  const titleOf = useInvitationTitle();
  const { kind, inviter, total, is_rounded, expires_at } = invitation;
  const Icon = icons[kind];
  return (
    <div className={classes.root}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={30} stroke={1.5} />
      </span>
      <p className={classes.inviter}>{t("invites", { name: inviter.name })}</p>
      <h1 className={classes.title}>
        {/* No line ends with the separator. */}
        {titleOf(invitation)?.replace(" · ", " ·\u00a0") ?? t("toKampus", { brand })}
      </h1>
      <p className={classes.total}>
        {total === null && t("firstOnes")}
        {total !== null && (is_rounded ? t("moreThan", { total }) : t("total", { count: total }))}
      </p>
      <p className={classes.text}>{text ?? t(leads[kind])}</p>
      {failure && <div className={classes.failure}>{failure}</div>}
      <div className={classes.actions}>{actions}</div>
      <p className={classes.until}>{t("until", { date: formatDate(expires_at) })}</p>
    </div>
  );
}

/** The same for every link that does not work. */
export function EndedInvitation({ actions }: { actions: ReactNode }) {
  const t = useTranslations("Invitation");
  return (
    <div className={classes.root}>
      <span className={classes.icon} aria-hidden="true">
        <IconMailOff size={30} stroke={1.5} />
      </span>
      <h1 className={classes.title}>{t("endedTitle")}</h1>
      <p className={classes.text}>{t("endedText")}</p>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}

/** The place of the card, with what the server wrote into the page of a live link. */
export function WaitingInvitation({ children }: { children: ReactNode }) {
  return (
    <div className={classes.root}>
      <span className={classes.icon} />
      <FilledText as="p" name="invites" className={classes.inviter} />
      <FilledText as="h1" name="title" className={classes.title} />
      <FilledText as="p" name="total" className={classes.total} />
      <FilledText as="p" name="lead" className={classes.text} />
      <div className={classes.waiting}>{children}</div>
    </div>
  );
}
