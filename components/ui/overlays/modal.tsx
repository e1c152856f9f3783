"use client";

import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import { Modal as MantineModal, type ModalProps as MantineModalProps } from "@mantine/core";
import { useDidUpdate, useMediaQuery } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { useCloseByEscape } from "#components/ui/overlays/use-close-by-escape.ts";
import classes from "#components/ui/overlays/modal.module.css";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";
import { narrowScreen } from "#components/ui/overlays/use-is-narrow.ts";

const phone = "(max-width: 36em)";

type Passed = "opened" | "onClose" | "size" | "closeOnClickOutside" | "returnFocus" | "portalProps";

interface ModalProps extends Pick<MantineModalProps, Passed> {
  title: string;
  /** An element before the title, such as a button that leads to the former step. */
  leading?: ReactNode;
  /** Replaces closing as the effect of Back. */
  onBack?: (() => void) | undefined;
  /** On a phone it fills the screen, as forms do. */
  fillsPhone?: boolean;
  /** As high as the window allows; its parts have paddings of their own, and one of them scrolls. */
  isTall?: boolean;
  children: ReactNode;
}

/** The one dialog of the product: a title, a cross and the content on one card. Escape and Back close it. */
export function Modal({
  title,
  leading,
  onBack,
  fillsPhone = false,
  isTall = false,
  children,
  ...modal
}: ModalProps) {
  const t = useTranslations("Site");
  const isPhone = useMediaQuery(isTall ? narrowScreen : phone, undefined, {
    getInitialValueInEffect: false,
  });
  useCloseOnBack(onBack ?? modal.onClose, modal.opened);
  useCloseByEscape(modal.onClose, modal.opened);
  useReturnFocusOnce(modal.opened, modal.returnFocus ?? true);
  return (
    <MantineModal
      {...modal}
      closeOnEscape={false}
      fullScreen={fillsPhone && isPhone}
      withCloseButton={false}
      classNames={{ content: classes.content, body: classes.body }}
      attributes={{ content: { "data-tall": isTall || undefined } }}
    >
      {/* Mantine's own header would be a second banner of the page. */}
      <div className={classes.head}>
        {leading}
        <MantineModal.Title className={classes.title}>{title}</MantineModal.Title>
        <MantineModal.CloseButton
          aria-label={t("close")}
          size={44}
          iconSize={20}
          className={classes.close}
        />
      </div>
      {children}
    </MantineModal>
  );
}

/**
 * Mantine returns the focus only for a dialog that was mounted closed. This hook returns it for a dialog that was
 * mounted open, when it first closes.
 */
function useReturnFocusOnce(opened: boolean, shouldReturn: boolean): void {
  const opener = useRef(opened ? document.activeElement : null);
  useDidUpdate(() => {
    if (opened) return;
    if (shouldReturn && opener.current instanceof HTMLElement)
      opener.current.focus({ preventScroll: true });
    opener.current = null;
  }, [opened]);
}
