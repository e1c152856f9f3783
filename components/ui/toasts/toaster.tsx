"use client";

import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { MantineThemeProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { layers, notices } from "#components/layout/interface-constants.ts";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import classes from "#components/ui/toasts/toaster.module.css";

export { notifications };

export function Toaster() {
  const t = useTranslations("Layout");
  const closeLabel = t("closeNotice");
  const theme = useMemo(() => {
    const defaultProps = {
      closeButtonProps: { "aria-label": closeLabel },
      classNames: { root: classes.notice, description: classes.message },
    };
    return { components: { Notification: { defaultProps } } };
  }, [closeLabel]);
  return (
    <MantineFrame>
      <section aria-label={t("notices")}>
        <MantineThemeProvider inherit theme={theme}>
          <Notifications
            classNames={{ root: classes.root }}
            position="top-right"
            limit={notices.limit}
            autoClose={notices.autoCloseMs}
            zIndex={layers.overlay}
            withinPortal={false}
          />
        </MantineThemeProvider>
      </section>
    </MantineFrame>
  );
}
