"use client";

import { IconPaperclip } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, memo, useRef } from "react";
import classes from "#components/messenger/composer/composer.module.css";

/** Chooses files of any kind, several at once. */
export const ComposerAttach = memo(function ComposerAttach({
  onFiles,
}: {
  onFiles: (files: readonly File[]) => void;
}) {
  const t = useTranslations("Messenger");
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles(Array.from(currentTarget.files ?? []));
    currentTarget.value = ""; // the same file can be chosen again
  };
  return (
    <>
      <button
        type="button"
        className={classes.tool}
        aria-label={t("composerAttach")}
        title={t("composerAttach")}
        onClick={() => input.current?.click()}
      >
        <IconPaperclip size={22} stroke={1.7} aria-hidden="true" />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("composerAttach")}
        onChange={onChange}
      />
    </>
  );
});
