"use client";

import { Alert, Button } from "@mantine/core";
import "@mantine/dropzone/styles.layer.css";
import { Dropzone } from "@mantine/dropzone";
import { IconUpload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { KindIcon } from "#components/media/kind-icon.tsx";
import classes from "#components/media/media-settings.module.css";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { CheckingFiles } from "#components/ui/lists/checking-files.tsx";
import { UploadList } from "#components/ui/lists/upload-list.tsx";
import { unfinishedStates } from "#lib/api/uploads.ts";
import { keepsTags } from "#lib/files/keeps-tags.ts";
import { kindOfFile } from "#lib/files/kind-of-file.ts";
import { mediaBytesMax, pictureBytesMax } from "#lib/files/schema.ts";
import { formatFileSize } from "#lib/i18n/format.ts";
import type { MediaRoom } from "#lib/media/media-pages.ts";
import { useMediaUploads } from "#lib/media/use-media-uploads.ts";
import { type Refusal, sortFiles } from "#lib/media/refusal.ts";

/** Takes files by button or drop, shows their uploads, and says which are refused. */
export function MediaUploader({ room }: { room: MediaRoom | undefined }) {
  const t = useTranslations("Media");
  const { uploads, items } = useMediaUploads();
  const confirm = useConfirm();
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  /** How many choices of files are being examined. */
  const [checking, setChecking] = useState(0);
  const shown = items.filter(({ state }) => state !== "done");
  const done = items.length - shown.length;
  const add = (files: readonly File[]) => {
    const unfinished = items.filter(({ state }) => unfinishedStates.includes(state));
    const waiting = unfinished.reduce((sum, { source }) => sum + source.sizeBytes, 0);
    const sorted = sortFiles(files, room, waiting);
    setRefused(sorted.refused);
    void send(sorted.taken);
  };
  const send = async (files: readonly File[]) => {
    setChecking((before) => before + 1);
    const haveTags = await Promise.all(files.map(keepsTags));
    setChecking((before) => before - 1);
    const withTags = files.filter((_, index) => haveTags[index]);
    const names = withTags.map(({ name }) => name).join(", ");
    const isMeant =
      withTags.length === 0 || (await confirm(t("tagsKept", { count: withTags.length, names })));
    const sent = isMeant ? files : files.filter((file) => !withTags.includes(file));
    uploads.add(sent.map((file) => ({ file, sizeBytes: file.size })));
  };
  const isFull = room !== undefined && room.used >= room.quota;
  return (
    <div className={classes.uploader}>
      {isFull ? (
        <p className={classes.full} role="status">
          {t("full")}
        </p>
      ) : (
        <FileDrop onFiles={add} />
      )}
      <CheckingFiles isBusy={checking > 0} />
      <Refusals refused={refused} onDismiss={() => setRefused([])} />
      {shown.length > 0 && (
        <UploadList
          label={t("uploads")}
          uploads={uploads}
          items={shown}
          nameOf={({ file }) => file.name}
          previewOf={({ file }) => <KindIcon kind={kindOfFile(file)} />}
        />
      )}
      <p className={classes.announcement} role="status">
        {done > 0 && t("uploaded", { count: done })}
      </p>
    </div>
  );
}

interface RefusalsProps {
  refused: readonly Refusal[];
  onDismiss: () => void;
}

/** Files that are refused before an upload, with the reasons. */
function Refusals({ refused, onDismiss }: RefusalsProps) {
  const t = useTranslations("Media");
  if (refused.length === 0) return null;
  return (
    <Alert
      color="red"
      title={t("refusedTitle")}
      withCloseButton
      closeButtonLabel={t("refusedDismiss")}
      onClose={onDismiss}
    >
      {refused.map((refusal, index) => (
        <div key={index} style={{ overflowWrap: "anywhere" }}>
          <Reason refusal={refusal} />
        </div>
      ))}
    </Alert>
  );
}

function Reason({ refusal: { name, why, ...bytes } }: { refusal: Refusal }) {
  const t = useTranslations("Media");
  if (why === "empty") return t("refusedEmpty", { name });
  const [size, left] = [formatFileSize(bytes.size), formatFileSize(bytes.left)];
  if (why === "noRoom") return t("refusedNoRoom", { name, size, left });
  return t("refusedTooLarge", { name, size, max: formatFileSize(bytes.bytesMax) });
}

/** Takes files of any kind, several at once: chosen by the button or, where there is a mouse, dropped. */
function FileDrop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useTranslations("Media");
  const open = useRef<() => void>(null);
  const [canDrag] = useState(() => window.matchMedia("(any-pointer: fine)").matches);
  return (
    <Dropzone
      openRef={open}
      onDrop={onFiles}
      // Only the button inside opens the file dialog, so that there is one focusable element.
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ "aria-label": t("choose") }}
      classNames={{ root: classes.drop, inner: classes.dropInner }}
    >
      <Button
        leftSection={<IconUpload size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => open.current?.()}
      >
        {t("choose")}
      </Button>
      {canDrag && (
        <span className={classes.dropText}>
          <Dropzone.Idle>{t("dropHere")}</Dropzone.Idle>
          <Dropzone.Accept>{t("dropNow")}</Dropzone.Accept>
        </span>
      )}
      <span className={classes.kinds}>
        {t("kinds", {
          max: formatFileSize(mediaBytesMax),
          picture: formatFileSize(pictureBytesMax),
        })}
      </span>
    </Dropzone>
  );
}
