"use client";

import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslations } from "next-intl";

const widthPx = 380;

interface ConfirmDialogProps {
  text: string;
  open: boolean;
  onAnswer: (confirmed: boolean) => void;
}

export function ConfirmDialog({ text, open, onAnswer }: ConfirmDialogProps) {
  const t = useTranslations("Site");
  return (
    <Modal
      opened={open}
      onClose={() => onAnswer(false)}
      size={widthPx}
      padding="lg"
      withCloseButton={false}
      attributes={{ content: { "aria-label": text } }}
    >
      <Text fw={550} mb="lg" style={{ textWrap: "pretty", overflowWrap: "anywhere" }}>
        {text}
      </Text>
      <Group grow gap="sm">
        <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
          {t("cancel")}
        </Button>
        <Button onClick={() => onAnswer(true)}>{t("ok")}</Button>
      </Group>
    </Modal>
  );
}
