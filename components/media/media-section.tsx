"use client";

import { Button } from "@mantine/core";
import { IconFiles } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { MediaRows, MediaRowsSkeleton } from "#components/media/media-rows.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState, ErrorState } from "#components/ui/list-states.tsx";
import { LoadMore } from "#components/ui/load-more.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import type { Media } from "#lib/files/schema.ts";
import { useMedia } from "#lib/media/use-media.ts";
import { routes } from "#lib/routes.ts";

/** One's own in two lines of two; another's beside the images and as high as they are. */
const [ownMax, othersMax] = [4, 3];

interface MediaSectionProps {
  /** Null: the signed-in member's own. */
  memberId: number | null;
}

/** The newest files of a member, on their page; nothing where another one has none, or none that one may see. */
export function MediaSection({ memberId }: MediaSectionProps) {
  const t = useTranslations("Media");
  const own = memberId === null;
  const media = useMedia(memberId);
  const { files, failure, retry } = media;
  if (files?.length === 0 && !own) return null;
  return (
    <Card as="section" aria-labelledby="media-section">
      <SectionHead
        id="media-section"
        title={t("title")}
        marginBottom={4}
        all={own && files?.length ? { route: routes.mediaSettings(), label: t("all") } : null}
      />
      {files === undefined && failure === null && <MediaRowsSkeleton rows={2} />}
      {files === undefined && failure !== null && <ErrorState message={failure} onRetry={retry} />}
      {files?.length === 0 && <NoOwnFiles />}
      {files && files.length > 0 && own && <MediaRows files={files.slice(0, ownMax)} />}
      {files && files.length > 0 && !own && <OthersFiles files={files} media={media} />}
    </Card>
  );
}

function NoOwnFiles() {
  const t = useTranslations("Media");
  return (
    <EmptyState
      icon={<IconFiles size={28} stroke={1.5} />}
      title={t("emptyOwn")}
      action={
        <Button component={RouteLink} route={routes.mediaSettings()} variant="default">
          {t("add")}
        </Button>
      }
    />
  );
}

interface OthersFilesProps {
  files: readonly Media[];
  media: ReturnType<typeof useMedia>;
}

/** There is no other page for them: all of them can be brought here. */
function OthersFiles({ files, media }: OthersFilesProps) {
  const t = useTranslations("Media");
  const [isOpen, setOpen] = useState(false);
  const isMoreHidden = !isOpen && files.length > othersMax;
  const more = () => {
    setOpen(true);
    if (!isMoreHidden) media.more();
  };
  return (
    <>
      <MediaRows files={isOpen ? files : files.slice(0, othersMax)} />
      <LoadMore
        hasMore={isMoreHidden || media.hasMore}
        loading={media.isLoadingMore}
        failure={media.moreFailure}
        label={t("showMore")}
        retryLabel={t("retry")}
        byButtonOnly
        onMore={more}
      />
    </>
  );
}
