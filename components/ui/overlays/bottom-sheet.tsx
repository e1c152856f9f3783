"use client";

import { CloseButton } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { transitionMs } from "#components/layout/interface-constants.ts";
import classes from "#components/ui/overlays/bottom-sheet.module.css";
import { Drawer } from "#components/ui/overlays/drawer.tsx";

interface BottomSheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** As high as its content, rather than most of the screen. */
  size?: "auto" | undefined;
  /** `SheetScroll`, optionally followed by `SheetFoot`. */
  children: ReactNode;
}

const transition = { transition: "slide-up", duration: transitionMs.modal } as const;

/** A dialog that slides up from the bottom of the screen. */
export function BottomSheet({ opened, onClose, title, size, children }: BottomSheetProps) {
  const t = useTranslations("Site");
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      returnFocus={false}
      withCloseButton={false}
      attributes={{ content: { "aria-label": title, "data-fitted": size === "auto" } }}
      size={size ?? "85dvh"}
      padding={0}
      transitionProps={transition}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <div className={classes.head}>
        <h2 className={classes.heading}>{title}</h2>
        <CloseButton aria-label={t("close")} size={44} iconSize={20} onClick={onClose} />
      </div>
      {children}
    </Drawer>
  );
}

export function SheetScroll({ children }: { children: ReactNode }) {
  return <div className={classes.scroll}>{children}</div>;
}

/** Stays visible below the part that scrolls. */
export function SheetFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
