import { VisuallyHidden } from "@mantine/core";
import {
  IconFileAlert,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMusic,
  IconPhoto,
  IconVideo,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/messenger/attachments/attachments.module.css";
import type { Media } from "#lib/files/schema.ts";
import { formatFileSize } from "#lib/i18n/format.ts";
import { downloadUrl, fileNameParts } from "#lib/files/download-url.ts";

interface AttachedDocumentProps {
  file: Media;
  /** Whether the browser cannot show the file, which the member can still download. */
  broken?: boolean;
}

/** A file by its name and size, to be downloaded. */
export function AttachedDocument({ file, broken = false }: AttachedDocumentProps) {
  const t = useTranslations("Bubble");
  const { name, size } = file;
  const { stem, extension } = fileNameParts(name);
  const Icon = icons[broken ? "broken" : iconNameOf(file)];
  return (
    <a href={downloadUrl(file)} download={name} className={classes.document} title={name}>
      <VisuallyHidden>{t("download")} </VisuallyHidden>
      <span className={classes.icon}>
        <Icon size={22} stroke={1.6} aria-hidden="true" />
      </span>
      <span className={classes.about}>
        <span className={classes.name}>
          <span className={classes.stem}>{stem}</span>
          {extension}
        </span>
        <span className={classes.size}>{broken ? t("unplayable") : formatFileSize(size)}</span>
      </span>
    </a>
  );
}

const icons = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  document: IconFileText,
  pdf: IconFileTypePdf,
  archive: IconFileZip,
  broken: IconFileAlert,
};

const archives = new Set([".zip", ".rar", ".7z", ".gz", ".tar"]);

function iconNameOf({ kind, name }: Media): keyof typeof icons {
  const extension = fileNameParts(name).extension.toLowerCase();
  if (extension === ".pdf") return "pdf";
  return archives.has(extension) ? "archive" : kind;
}
