"use client";

import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import { Modal as MantineModal, type ModalProps } from "@mantine/core";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";

interface ClosingModalProps extends ModalProps {
  /** Replaces closing as the effect of Back. */
  onBack?: (() => void) | undefined;
}

/** Mantine's dialog, which the browser's Back closes. */
function ClosingModal({ onBack, ...modal }: ClosingModalProps) {
  useCloseOnBack(onBack ?? modal.onClose, modal.opened);
  return <MantineModal {...modal} />;
}

export const Modal = Object.assign(ClosingModal, {
  Title: MantineModal.Title,
  CloseButton: MantineModal.CloseButton,
});
