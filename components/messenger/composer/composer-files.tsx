"use client";

import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo, useState } from "react";
import { keepFocus } from "#components/messenger/composer/composer-keys.ts";
import type { ChosenFiles } from "#components/messenger/composer/use-chosen-files.ts";
import classes from "#components/messenger/composer/composer-files.module.css";
import { FilePreview } from "#components/messenger/composer/file-preview.tsx";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { formatFileSize } from "#lib/i18n/format.ts";
import type { OutgoingAttachment } from "#lib/messenger/outbox/outgoing.ts";
import { attachmentsMax } from "#lib/messenger/contract/schema.ts";

/** The files that go out with the message, and those that were refused. */
export const ComposerFiles = memo(function ComposerFiles({ chosen }: { chosen: ChosenFiles }) {
  const t = useTranslations("Messenger");
  const { files, refused } = chosen;
  const keeping = files.filter(({ keepsTags }) => keepsTags);
  if (files.length === 0 && refused.length === 0) return null;
  return (
    <div className={classes.root}>
      {refused.length > 0 && <Refused chosen={chosen} />}
      {files.length > 0 && (
        <ul className={classes.list} aria-label={t("composerFiles")}>
          {files.map((attachment) => (
            <ChosenFile
              key={attachment.id}
              attachment={attachment}
              onRemove={() => chosen.remove(attachment.id)}
            />
          ))}
        </ul>
      )}
      {keeping.length > 0 && (
        <p className={classes.tags} role="status">
          {t("composerTagsKept", {
            count: keeping.length,
            names: keeping.map(({ name }) => name).join(", "),
          })}
        </p>
      )}
    </div>
  );
});

interface ChosenFileProps {
  attachment: OutgoingAttachment;
  onRemove: () => void;
}

/** A picture that cannot be shown looks like any other file. */
function ChosenFile({ attachment, onRemove }: ChosenFileProps) {
  const t = useTranslations("Messenger");
  const { passFocusOn } = useConversation();
  const { kind, name, sizeBytes } = attachment;
  const [broken, setBroken] = useState(false);
  const isPicture = kind === "image" && !broken;
  return (
    <li className={classes.item} data-kind={isPicture ? "image" : "document"}>
      <FilePreview
        attachment={attachment}
        onBroken={isPicture ? () => setBroken(true) : undefined}
      />
      {!isPicture && (
        <span className={classes.about}>
          <span className={classes.name} title={name}>
            {name}
          </span>
          <span className={classes.size}>{formatFileSize(sizeBytes)}</span>
        </span>
      )}
      <button
        type="button"
        className={classes.remove}
        aria-label={t("composerRemoveFile", { name })}
        onMouseDown={keepFocus}
        onClick={({ currentTarget }) => {
          passFocusOn(currentTarget.form);
          onRemove();
        }}
      >
        <IconX size={16} stroke={2} aria-hidden="true" />
      </button>
    </li>
  );
}

function Refused({ chosen: { refused, forgetRefused } }: { chosen: ChosenFiles }) {
  const t = useTranslations("Messenger");
  const { passFocusOn } = useConversation();
  return (
    <div className={classes.refused} role="alert">
      <ul>
        {refused.map(({ name, why, bytesMax }, index) => (
          <li key={index}>
            {t(`composerFile-${why}`, {
              name,
              size: formatFileSize(bytesMax),
              count: attachmentsMax,
            })}
          </li>
        ))}
      </ul>
      <ActionIcon
        aria-label={t("composerHideRefused")}
        onMouseDown={keepFocus}
        onClick={({ currentTarget }) => {
          passFocusOn(currentTarget.form);
          forgetRefused();
        }}
      >
        <IconX size={18} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
