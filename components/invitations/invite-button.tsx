"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { createElement, type ReactNode, useCallback, useState } from "react";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import type { InviteTarget } from "#lib/invitations/use-invitations.ts";

const fetchDialog = async () =>
  (await import("#components/invitations/invite-dialog.tsx")).InviteDialog;

const labels = {
  kampus: "inviteKampus",
  class: "inviteClass",
  group: "inviteGroup",
} as const;

type InviteButtonProps = InviteTarget &
  Pick<ButtonProps, "variant" | "fullWidth" | "className"> & {
    /** A label other than the usual one, and its accessible name. */
    children?: ReactNode;
    label?: string;
  };

/** Opens the dialog with the member's link to a class, to a group of theirs, or to Kampus (D-INVITE). */
export function InviteButton({
  variant = "default",
  fullWidth,
  className,
  children,
  label,
  ...target
}: InviteButtonProps) {
  const t = useTranslations("Invitations");
  const { open, dialog } = useInviteDialog(target);
  return (
    <>
      <Button
        variant={variant}
        fullWidth={fullWidth ?? false}
        {...(className && { className })}
        aria-label={label}
        leftSection={!children && <IconUserPlus size={18} stroke={1.8} aria-hidden="true" />}
        onClick={open}
      >
        {children ?? t(labels[target.kind])}
      </Button>
      {dialog}
    </>
  );
}

/** The dialog, for openers that look different. It is loaded when it is opened. */
export function useInviteDialog(target: InviteTarget): { open: () => void; dialog: ReactNode } {
  const [opened, setOpened] = useState(false);
  const close = useCallback(() => setOpened(false), []);
  const dialog = useOnDemand(fetchDialog, close, opened);
  return {
    open: () => setOpened(true),
    dialog: opened && dialog && createElement(dialog, { target, onClose: close }),
  };
}
