"use client";

import { ActionIcon } from "@mantine/core";
import { IconRefresh, IconTrash, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/ui/lists/upload-list.module.css";
import hidden from "#components/ui/hidden-text.module.css";
import { formatFileSize, percentOf } from "#lib/i18n/format.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { mayRetry, type Upload, type Uploads } from "#lib/api/uploads.ts";

interface UploadListProps<Source extends { sizeBytes: number }> {
  label: string;
  uploads: Pick<Uploads<Source, unknown>, "cancel" | "retry" | "dismiss">;
  items: readonly Upload<Source>[];
  nameOf: (source: Source) => string;
  /** A thumbnail of the file, or an icon of its kind. */
  previewOf: (source: Source) => ReactNode;
}

/** Uploads with their progress; each can be cancelled, retried or dismissed. */
export function UploadList<Source extends { sizeBytes: number }>({
  label,
  uploads,
  items,
  nameOf,
  previewOf,
}: UploadListProps<Source>) {
  const t = useTranslations("Uploads");
  const [failed, ...others] = items.filter(({ state }) => state === "failed");
  const saidOf = ({ source, failure }: Upload<Source>) =>
    others.length > 0
      ? `${t("failed")}: ${formatNumber(others.length + 1)}`
      : `${nameOf(source)}: ${failure ?? t("failed")}`;
  return (
    <>
      <ul className={classes.rows} aria-label={label}>
        {items.map((upload) => (
          <UploadRow
            key={upload.id}
            name={nameOf(upload.source)}
            upload={upload}
            preview={previewOf(upload.source)}
            onCancel={() => uploads.cancel(upload.id)}
            onRetry={() => uploads.retry(upload.id)}
            onDismiss={() => uploads.dismiss(upload.id)}
          />
        ))}
      </ul>
      {/* One for the list: a network that goes would say its reason as many times as there are files. */}
      <div className={hidden.hidden} role="status">
        {failed && saidOf(failed)}
      </div>
    </>
  );
}

interface UploadRowProps {
  name: string;
  upload: Omit<Upload<unknown>, "source">;
  preview: ReactNode;
  onCancel: () => void;
  onRetry: () => void;
  onDismiss: () => void;
}

function UploadRow({ name, upload, preview, ...actions }: UploadRowProps) {
  const { state, failure } = upload;
  const t = useTranslations("Uploads");
  const isOnItsWay = state === "sending" || state === "processing";
  return (
    <li className={classes.row} data-state={state}>
      <span className={classes.preview} aria-hidden="true">
        {preview}
      </span>
      <div className={classes.text}>
        <p className={classes.name} title={name}>
          {name}
        </p>
        {isOnItsWay && <Progress name={name} upload={upload} />}
        {state === "waiting" && (
          <p className={classes.detail}>
            {t("waiting", { size: formatFileSize(upload.totalBytes) })}
          </p>
        )}
        {state === "failed" && <p className={classes.detail}>{failure ?? t("failed")}</p>}
        {(state === "done" || state === "cancelled") && (
          <p className={classes.detail}>{t(state)}</p>
        )}
      </div>
      <Actions name={name} upload={upload} {...actions} />
    </li>
  );
}

function Progress({ name, upload }: Pick<UploadRowProps, "name" | "upload">) {
  const t = useTranslations("Uploads");
  const { state, sentBytes, totalBytes } = upload;
  const percent = percentOf(sentBytes, totalBytes);
  const text =
    state === "processing"
      ? t("processing")
      : t("sent", {
          sent: formatFileSize(sentBytes),
          total: formatFileSize(totalBytes),
          percent,
        });
  return (
    <>
      <div
        role="progressbar"
        aria-label={t("progress", { name })}
        aria-valuenow={percent}
        aria-valuetext={text}
        className={classes.progress}
      >
        <div className={classes.bar} style={{ width: `${percent}%` }} />
      </div>
      <p className={classes.detail}>{text}</p>
    </>
  );
}

type ActionsProps = Omit<UploadRowProps, "preview">;

/** The first button stays mounted and focused while the state changes. */
function Actions({ name, upload, onCancel, onRetry, onDismiss }: ActionsProps) {
  const t = useTranslations("Uploads");
  const { state } = upload;
  if (state === "done") return null;
  const dismiss = { label: t("dismiss", { name }), Icon: IconTrash, act: onDismiss };
  const actions = mayRetry(upload)
    ? [{ label: t("retry", { name }), Icon: IconRefresh, act: onRetry }, dismiss]
    : [state === "failed" ? dismiss : { label: t("cancel", { name }), Icon: IconX, act: onCancel }];
  return (
    <div className={classes.actions}>
      {actions.map(({ label, Icon, act }, index) => (
        <ActionIcon key={index} aria-label={label} title={label} onClick={act}>
          <Icon size={20} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      ))}
    </div>
  );
}
