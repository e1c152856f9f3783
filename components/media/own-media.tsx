"use client";

import { IconFiles } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { MediaRows, MediaRowsSkeleton } from "#components/media/media-rows.tsx";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { EmptyState, NotLoaded } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/load-more.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import { useDeleteMedia } from "#lib/media/delete-media.ts";
import type { Media } from "#lib/files/schema.ts";
import type { useMedia } from "#lib/media/use-media.ts";

const skeletonRows = 3;

/** All of the member's files, with the way to delete them. */
export function OwnMedia({ files, query }: ReturnType<typeof useMedia>) {
  const t = useTranslations("Media");
  const place = useRef<HTMLDivElement>(null);
  const remove = useDeletion(() => place.current?.focus());
  return (
    <div ref={place} tabIndex={-1} style={{ outline: "none" }}>
      <NotLoaded query={query} skeleton={<MediaRowsSkeleton rows={skeletonRows} />} />
      {files?.length === 0 && !query.hasNextPage && (
        <EmptyState icon={<IconFiles size={28} stroke={1.5} />} title={t("emptyOwn")} />
      )}
      {files && files.length > 0 && (
        <MediaRows files={files} onDelete={(file) => void remove(file)} />
      )}
      <LoadMore {...moreOf(query)} />
    </div>
  );
}

/** `onGone` gives the focus another place, because the pressed button disappears with the file. */
function useDeletion(onGone: () => void) {
  const t = useTranslations("Media");
  const confirm = useConfirm();
  const { mutate } = useDeleteMedia(useOutcomeToasts());
  return async (file: Media) => {
    if (!(await confirm(t("deleteQuestion", { name: file.name }), { danger: true }))) return;
    mutate(file);
    onGone();
  };
}
