"use client";

import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import { Button, getDefaultZIndex, Group, Modal, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import classes from "#components/ui/confirm-dialog.module.css";

interface ConfirmDialogProps {
  text: string;
  /** What is agreed to cannot simply be undone. */
  danger?: boolean;
  open: boolean;
  onAnswer: (confirmed: boolean) => void;
}

export function ConfirmDialog({ text, danger = false, open, onAnswer }: ConfirmDialogProps) {
  const t = useTranslations("Site");
  return (
    <MantineFrame>
      <Modal
        opened={open}
        onClose={() => onAnswer(false)}
        // Above the dialog that asks, even one that came to the page later.
        zIndex={getDefaultZIndex("popover")}
        size="sm"
        padding="lg"
        withCloseButton={false}
        classNames={{ content: classes.content }}
        returnFocus={false}
        attributes={{ content: { "aria-label": text } }}
      >
        <Text fw={550} mb="lg" style={{ textWrap: "pretty", overflowWrap: "anywhere" }}>
          {text}
        </Text>
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
