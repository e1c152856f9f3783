"use client";

import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";
import { useTranslations } from "next-intl";
import classes from "#components/ui/toaster.module.css";

const limit = 5;
const autoCloseMs = 4000;

export function Toaster() {
  const t = useTranslations("Layout");
  return (
    <Notifications
      classNames={{ root: classes.root }}
      position="top-right"
      limit={limit}
      autoClose={autoCloseMs}
      zIndex="var(--mantine-z-index-overlay)"
      aria-label={t("notices")}
    />
  );
}
