"use client";

import { Alert } from "@mantine/core";
import { useTranslations } from "next-intl";
import { formatFileSize } from "#lib/i18n/format.ts";
import type { Refusal } from "#lib/media/refusal.ts";

interface RefusalsProps {
  refused: readonly Refusal[];
  onDismiss: () => void;
}

/** Files that were not even sent, and why. */
export function Refusals({ refused, onDismiss }: RefusalsProps) {
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
