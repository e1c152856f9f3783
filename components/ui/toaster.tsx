"use client";

import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";
import { useTranslations } from "next-intl";

const limit = 5;
const autoCloseMs = 4000;

export function Toaster() {
  const t = useTranslations("Layout");
  return (
    <Notifications
      position="top-right"
      limit={limit}
      autoClose={autoCloseMs}
      zIndex="var(--mantine-z-index-overlay)"
      aria-label={t("notices")}
    />
  );
}
