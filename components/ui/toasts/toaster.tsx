"use client";

import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { MantineThemeProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { layers, toastLimits } from "#components/layout/interface-constants.ts";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import classes from "#components/ui/toasts/toaster.module.css";

export { notifications };

export function Toaster() {
  const t = useTranslations("Layout");
  const closeLabel = t("closeToast");
  const theme = useMemo(() => {
    const defaultProps = {
      closeButtonProps: { "aria-label": closeLabel },
      classNames: { root: classes.toast, description: classes.message, closeButton: classes.close },
    };
    return { components: { Notification: { defaultProps } } };
  }, [closeLabel]);
  return (
    <MantineFrame>
      <section aria-label={t("toasts")}>
        <MantineThemeProvider inherit theme={theme}>
          <Notifications
            classNames={{ root: classes.root }}
            position="top-right"
            limit={toastLimits.limit}
            autoClose={toastLimits.autoCloseMs}
            zIndex={layers.overlay}
            withinPortal={false}
          />
        </MantineThemeProvider>
      </section>
    </MantineFrame>
  );
}
