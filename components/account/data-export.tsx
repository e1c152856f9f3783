"use client";

import { Alert, Button } from "@mantine/core";
import { IconCircleCheck, IconDownload, IconRefresh, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/account/data-export.module.css";
import { usePasswordQuestion } from "#components/account/use-password-question.ts";
import { type Export, useExport } from "#lib/account/use-export.ts";
import { formatFileSize, percentOf } from "#lib/i18n/format.ts";

/** Downloads everything of the account as a ZIP and shows the progress. */
export function DataExport() {
  const t = useTranslations();
  const { state, start, cancel } = useExport();
  const { ask, dialog } = usePasswordQuestion();
  const askToStart = () =>
    ask({ text: t("Settings.exportQuestion"), action: t("Settings.exportStart"), send: start });
  const { step } = state;
  const { Icon, name } = {
    idle: { Icon: IconDownload, name: t("Settings.exportStart") },
    running: { Icon: IconX, name: t("Settings.exportCancel") },
    failed: { Icon: IconRefresh, name: t("Layout.retry") },
    done: { Icon: IconDownload, name: t("Settings.exportStart") },
  }[step];
  return (
    <div className={classes.root}>
      {step === "running" && <Progress {...state} />}
      {step === "failed" && (
        <Alert color="red" title={t("Settings.exportFailed")}>
          {state.message}
        </Alert>
      )}
      {step === "done" && (
        <p className={classes.done} role="status">
          <IconCircleCheck size={20} stroke={1.8} aria-hidden="true" />
          {t("Settings.exportDone", { size: formatFileSize(state.received) })}
        </p>
      )}
      {/* One button for every step, so that it keeps the focus. */}
      <Button
        variant={step === "running" || step === "failed" ? "default" : "filled"}
        leftSection={<Icon size={18} stroke={1.8} aria-hidden="true" />}
        onClick={step === "running" ? cancel : askToStart}
      >
        {name}
      </Button>
      {dialog}
    </div>
  );
}

function Progress({ received, total }: Extract<Export, { step: "running" }>) {
  const t = useTranslations("Settings");
  const percent = total === null ? null : percentOf(received, total);
  const sizes = { received: formatFileSize(received), total: formatFileSize(total ?? 0) };
  const text =
    received === 0
      ? t("exportPreparing")
      : percent === null
        ? t("exportReceived", sizes)
        : t("exportReceivedOf", { ...sizes, percent });
  return (
    <>
      <div
        role="progressbar"
        aria-label={t("exportProgress")}
        aria-valuenow={percent ?? undefined}
        aria-valuetext={text}
        className={classes.progress}
      >
        <div
          className={classes.bar}
          data-endless={percent === null || undefined}
          style={{ width: percent === null ? undefined : `${percent}%` }}
        />
      </div>
      <p className={classes.text}>{text}</p>
    </>
  );
}
