"use client";

import { IconUpload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo, type RefObject, useEffect, useEffectEvent, useState } from "react";
import classes from "#components/messenger/composer/composer.module.css";

interface ComposerDropProps {
  /** The form of the same section, which takes files too. */
  form: RefObject<HTMLFormElement | null>;
  onFiles: (files: readonly File[]) => void;
}

/** Accepts files that are dropped anywhere on the conversation, and shows so while they are dragged over it. */
export const ComposerDrop = memo(function ComposerDrop({ form, onFiles }: ComposerDropProps) {
  const t = useTranslations("Messenger");
  const isOver = useDrop(form, onFiles);
  if (!isOver) return null;
  return (
    <div className={classes.drop}>
      <span>
        <IconUpload size={32} stroke={1.5} aria-hidden="true" />
        {t("composerDrop")}
      </span>
    </div>
  );
});

function useDrop(form: ComposerDropProps["form"], onFiles: ComposerDropProps["onFiles"]): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const pane = form.current?.closest("section") ?? form.current;
    const over = new AbortController();
    const listen = (
      target: EventTarget | null | undefined,
      type: "dragover" | "dragleave" | "drop",
      act: (event: DragEvent) => void,
    ) =>
      // Events with these names belong to a drag.
      target?.addEventListener(type, act as EventListener, { signal: over.signal });
    listen(pane, "dragover", (event) => setIsOver(hasFiles(event)));
    listen(pane, "dragleave", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && pane?.contains(relatedTarget))) setIsOver(false);
    });
    listen(pane, "drop", ({ dataTransfer }) => {
      setIsOver(false);
      const files = Array.from(dataTransfer?.files ?? []);
      if (files.length > 0) take(files);
    });
    // A file dropped beside it would replace the page in the browser.
    const stayOnPage = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    listen(window, "dragover", stayOnPage);
    listen(window, "drop", stayOnPage);
    return () => over.abort();
  }, [form]);
  return isOver;
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
