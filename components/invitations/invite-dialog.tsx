"use client";

import { useTranslations } from "next-intl";
import { InviteLink, InviteLinkSkeleton } from "#components/invitations/invite-link.tsx";
import classes from "#components/invitations/invite-dialog.module.css";
import { ErrorState } from "#components/ui/list-states.tsx";
import { BottomSheet, SheetScroll } from "#components/ui/overlays/bottom-sheet.tsx";
import { Modal } from "#components/ui/overlays/modal.tsx";
import { useIsNarrow } from "#components/ui/overlays/use-is-narrow.ts";
import { useOpenerFocus } from "#components/ui/overlays/use-opener-focus.ts";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { type InviteTarget, useInvitationTo } from "#lib/invitations/use-invitations.ts";

const titles = {
  kampus: "inviteKampus",
  class: "inviteClass",
  group: "inviteGroup",
} as const;

const leads = { kampus: "leadKampus", class: "leadClass", group: "leadGroup" } as const;

interface InviteDialogProps {
  target: InviteTarget;
  onClose: () => void;
}

/** The link to the target with all the ways to share it; on a phone a bottom sheet. */
export function InviteDialog({ target, onClose }: InviteDialogProps) {
  const t = useTranslations("Invitations");
  const isNarrow = useIsNarrow();
  useOpenerFocus();
  const title = t(titles[target.kind]);
  const content = <InviteContent target={target} onClose={onClose} />;
  if (isNarrow)
    return (
      <BottomSheet opened onClose={onClose} title={title} size="auto">
        <SheetScroll>
          <div className={classes.sheet}>{content}</div>
        </SheetScroll>
      </BottomSheet>
    );
  return (
    <Modal opened onClose={onClose} size={440} title={title} returnFocus={false}>
      {content}
    </Modal>
  );
}

function InviteContent({ target, onClose }: InviteDialogProps) {
  const t = useTranslations("Invitations");
  const query = useInvitationTo(target);
  const { data } = query;
  const failure = useLoadFailure(query);
  return (
    <>
      <p className={classes.lead}>{t(leads[target.kind])}</p>
      {data && <InviteLink invitation={data} onWithdrawn={onClose} />}
      {failure && <ErrorState {...failure} />}
      {!data && !failure && <InviteLinkSkeleton label={t("loading")} />}
    </>
  );
}
