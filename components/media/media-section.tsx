"use client";

import { Button } from "@mantine/core";
import { IconFiles } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { MediaRows, MediaRowsSkeleton } from "#components/media/media-rows.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState, NotLoaded } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import type { Media } from "#lib/files/schema.ts";
import { useMedia } from "#lib/media/use-media.ts";
import { routes } from "#lib/routes.ts";

/** Own files fill two rows of two; another member's fill the height of the images beside them. */
const [ownMax, othersMax] = [4, 3];

interface MediaSectionProps {
  /** Null for the signed-in member's own. */
  memberId: number | null;
}

/** The newest files of a member on their page; nothing for another member without files that the reader may see. */
export function MediaSection({ memberId }: MediaSectionProps) {
  const t = useTranslations("Media");
  const own = memberId === null;
  const { files, query } = useMedia(memberId);
  if (files?.length === 0 && !own) return null;
  return (
    <Card as="section" aria-labelledby="media-section">
      <SectionHead
        id="media-section"
        title={t("title")}
        marginBottom={4}
        all={own && files?.length ? { route: routes.mediaSettings(), label: t("all") } : null}
      />
      <NotLoaded query={query} skeleton={<MediaRowsSkeleton rows={2} />} />
      {files?.length === 0 && <NoOwnFiles />}
      {files && files.length > 0 && own && <MediaRows files={files.slice(0, ownMax)} />}
      {files && files.length > 0 && !own && <OthersFiles files={files} query={query} />}
    </Card>
  );
}

function NoOwnFiles() {
  const t = useTranslations("Media");
  return (
    <EmptyState
      Icon={IconFiles}
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
  query: ReturnType<typeof useMedia>["query"];
}

/** Loads further files in place, because files of another member have no page of their own. */
function OthersFiles({ files, query }: OthersFilesProps) {
  const [isOpen, setOpen] = useState(false);
  const isMoreHidden = !isOpen && files.length > othersMax;
  const more = moreOf(query);
  return (
    <>
      <MediaRows files={isOpen ? files : files.slice(0, othersMax)} />
      <LoadMore
        {...more}
        hasMore={isMoreHidden || more.hasMore}
        byButtonOnly
        onMore={() => {
          setOpen(true);
          if (!isMoreHidden) more.onMore();
        }}
      />
    </>
  );
}
