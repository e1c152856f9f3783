"use client";

import { Button, Group } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useState } from "react";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import classes from "#components/ui/overlays/confirm-dialog.module.css";
import { Modal } from "#components/ui/overlays/modal.tsx";

interface ConfirmDialogProps {
  text: string;
  /** Styles the confirmation of an action that cannot be reverted. */
  danger?: boolean;
  open: boolean;
  onAnswer: (confirmed: boolean) => void;
}

export function ConfirmDialog({ text, danger = false, open, onAnswer }: ConfirmDialogProps) {
  const t = useTranslations("Site");
  const place = usePlaceOnTop(open);
  return (
    <MantineFrame>
      <Modal
        opened={open}
        onClose={() => onAnswer(false)}
        portalProps={{ target: place }}
        size="sm"
        returnFocus={false}
        title={text}
      >
        <Group grow gap="sm">
          <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
            {t("cancel")}
          </Button>
          <Button className={danger ? classes.danger : undefined} onClick={() => onAnswer(true)}>
            {t("ok")}
          </Button>
        </Group>
      </Modal>
    </MantineFrame>
  );
}

/**
 * Returns an element that is moved to the end of the page whenever a confirmation opens, so that the confirmation lies
 * above the dialog that asks.
 */
function usePlaceOnTop(open: boolean): HTMLElement {
  const [place] = useState(() => document.createElement("div"));
  useLayoutEffect(() => {
    if (open) document.body.append(place);
  }, [open, place]);
  useLayoutEffect(() => () => place.remove(), [place]);
  return place;
}
