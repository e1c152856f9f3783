"use client";

import { IconFiles } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { MediaRows, MediaRowsSkeleton } from "#components/media/media-rows.tsx";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { EmptyState, ErrorState } from "#components/ui/list-states.tsx";
import { LoadMore } from "#components/ui/load-more.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import { useDeleteMedia } from "#lib/media/delete-media.ts";
import type { Media } from "#lib/files/schema.ts";
import type { useMedia } from "#lib/media/use-media.ts";

const skeletonRows = 3;

/** All of the member's files, with the way to delete them. */
export function MediaList({ media }: { media: ReturnType<typeof useMedia> }) {
  const t = useTranslations("Media");
  const place = useRef<HTMLDivElement>(null);
  const remove = useDeletion(() => place.current?.focus());
  const { files, failure } = media;
  return (
    <div ref={place} tabIndex={-1} style={{ outline: "none" }}>
      {files === undefined && failure === null && <MediaRowsSkeleton rows={skeletonRows} />}
      {files === undefined && failure !== null && (
        <ErrorState message={failure} onRetry={media.retry} />
      )}
      {files?.length === 0 && !media.hasMore && (
        <EmptyState icon={<IconFiles size={28} stroke={1.5} />} title={t("emptyOwn")} />
      )}
      {files && files.length > 0 && (
        <MediaRows files={files} onDelete={(file) => void remove(file)} />
      )}
      <LoadMore
        hasMore={media.hasMore}
        loading={media.isLoadingMore}
        failure={media.moreFailure}
        label={t("showMore")}
        retryLabel={t("retry")}
        onMore={media.more}
      />
    </div>
  );
}

/** `onGone`: what was pressed goes with the file, so the focus needs another place. */
function useDeletion(onGone: () => void) {
  const t = useTranslations();
  const confirm = useConfirm();
  const { mutate } = useDeleteMedia({
    onDone: (message) => showSuccess(t("Site.success"), message),
    onFailed: ({ message }) => showFailure(t("Site.failure"), message),
  });
  return async (file: Media) => {
    if (!(await confirm(t("Media.deleteQuestion", { name: file.name }), { danger: true }))) return;
    mutate(file);
    onGone();
  };
}
