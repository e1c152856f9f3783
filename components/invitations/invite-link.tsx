"use client";

import { Button, TextInput } from "@mantine/core";
import { IconCheck, IconCopy, IconShare } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import classes from "#components/invitations/invite-dialog.module.css";
import { useInvitationTitle } from "#components/invitations/use-invitation-title.ts";
import { useBrand } from "#components/layout/brand/use-brand.ts";
import { useCopying } from "#components/ui/controls/use-copying.ts";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import { formatDate } from "#lib/i18n/format-date.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import type { Invitation } from "#lib/invitations/schema.ts";
import { useWithdrawInvitation } from "#lib/invitations/use-invitations.ts";

interface InviteLinkProps {
  invitation: Invitation;
  onWithdrawn: () => void;
}

/** A link with its QR code, the ways to share it, and the time until it ends. */
export function InviteLink({ invitation, onWithdrawn }: InviteLinkProps) {
  const t = useTranslations("Invitations");
  const { url, uses, uses_max, expires_at } = invitation;
  return (
    <div className={classes.link}>
      <QrCode text={url} />
      <TextInput
        readOnly
        className={classes.address}
        value={url}
        aria-label={t("link")}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Passing invitation={invitation} />
      <div className={classes.foot}>
        <span>
          {t("uses", { uses: formatNumber(uses), max: formatNumber(uses_max) })} ·{" "}
          {t("until", { date: formatDate(expires_at) })}
        </span>
        <WithdrawButton invitation={invitation} onWithdrawn={onWithdrawn} />
      </div>
    </div>
  );
}

/** Buttons to copy the link and, where the browser has it, to open the system's share sheet. */
function Passing({ invitation }: { invitation: Invitation }) {
  const t = useTranslations();
  const brand = useBrand();
  const titleOf = useInvitationTitle();
  const { copied, copy } = useCopying(t("Invitations.copyFailed"));
  const { url } = invitation;
  const share = () =>
    navigator
      .share({ title: titleOf(invitation) ?? t("Invitation.toKampus", { brand }), url })
      // Closing the share sheet is no failure.
      .catch(() => null);
  return (
    <div className={classes.row}>
      <Button
        fullWidth
        leftSection={
          copied ? (
            <IconCheck size={18} stroke={1.8} aria-hidden="true" />
          ) : (
            <IconCopy size={18} stroke={1.8} aria-hidden="true" />
          )
        }
        onClick={() => void copy(url)}
      >
        <span aria-live="polite">{t(copied ? "Invitations.copied" : "Invitations.copy")}</span>
      </Button>
      {typeof navigator.share === "function" && (
        <Button
          fullWidth
          variant="default"
          leftSection={<IconShare size={18} stroke={1.8} aria-hidden="true" />}
          onClick={() => void share()}
        >
          {t("Invitations.share")}
        </Button>
      )}
    </div>
  );
}

interface WithdrawButtonProps {
  invitation: Invitation;
  /** Distinguishes the link where several are listed. */
  label?: string;
  onWithdrawn: () => void;
}

export function WithdrawButton({ invitation, label, onWithdrawn }: WithdrawButtonProps) {
  const t = useTranslations("Invitations");
  const confirm = useConfirm();
  const { onDone, onFailed } = useOutcomeToasts();
  const { mutate, isPending } = useWithdrawInvitation({
    onDone: (message) => {
      onDone(message);
      onWithdrawn();
    },
    onFailed,
  });
  const withdraw = async () => {
    if (await confirm(t("withdrawQuestion"), { danger: true })) mutate(invitation.id);
  };
  return (
    <Button
      variant="subtle"
      className={classes.withdraw}
      loading={isPending}
      aria-label={label}
      onClick={() => void withdraw()}
    >
      {t("withdraw")}
    </Button>
  );
}

/** Loaded with the dialog and drawn a moment later, in reserved room. */
function QrCode({ text }: { text: string }) {
  const t = useTranslations("Invitations");
  const [path, setPath] = useState<{ data: string; size: number } | null>(null);
  useEffect(() => {
    // Without the code the link itself is still shown.
    fetchQrPath(text).then(setPath, () => null);
  }, [text]);
  return (
    <figure className={classes.code}>
      <svg
        role="img"
        aria-label={t("qrCode")}
        className={classes.qr}
        viewBox={`0 0 ${path?.size ?? 1} ${path?.size ?? 1}`}
        shapeRendering="crispEdges"
      >
        {path && <path d={path.data} fill="#16211f" />}
      </svg>
      <figcaption>{t("qrHint")}</figcaption>
    </figure>
  );
}

async function fetchQrPath(text: string): Promise<{ data: string; size: number }> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { data: squares.join(""), size };
}

export function InviteLinkSkeleton({ label }: { label: string }): ReactNode {
  return (
    <div role="status" aria-label={label} className={classes.link}>
      <span className={`${classes.skeleton} ${classes.skeletonCode}`} />
      <span className={`${classes.skeleton} ${classes.skeletonRow}`} />
      <span className={`${classes.skeleton} ${classes.skeletonRow}`} />
      <span className={`${classes.skeleton} ${classes.skeletonRow}`} />
    </div>
  );
}
