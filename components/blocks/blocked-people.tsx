"use client";

import { Button } from "@mantine/core";
import { IconUserCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import classes from "#components/blocks/blocked-people.module.css";
import { useDecideBlock } from "#components/blocks/decide-block.ts";
import { EmptyState, ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { LoadMore } from "#components/ui/load-more.tsx";
import { PersonRow, PersonRows } from "#components/ui/people/person-row.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";
import { useBlockedPeople } from "#lib/blocks/blocked-people.ts";
import { formatDate } from "#lib/i18n/format-date.ts";

const skeletonRows = 3;

/** Whom the member has blocked, and the way to let them go. */
export function BlockedPeople() {
  const t = useTranslations("Blocks");
  const people = useBlockedPeople();
  const { unblock } = useDecideBlock();
  const place = useRef<HTMLDivElement>(null);
  const { rows, failure, hasMore } = people;
  const letGo = (id: number) => {
    unblock(id);
    // The row goes, and the focus in it would be lost.
    place.current?.focus();
  };
  return (
    <SettingsCard title={t("listTitle")} lead={t("listLead")}>
      <div ref={place} tabIndex={-1} className={classes.list}>
        {rows === undefined && failure === null && <RowsSkeleton rows={skeletonRows} />}
        {rows === undefined && failure !== null && (
          <ErrorState message={failure} onRetry={people.retry} />
        )}
        {rows?.length === 0 && !hasMore && (
          <EmptyState icon={<IconUserCheck size={28} stroke={1.5} />} title={t("empty")} />
        )}
        {rows && rows.length > 0 && (
          <PersonRows label={t("listTitle")}>
            {rows.map(({ id, person, created_at }) => (
              <PersonRow
                key={id}
                person={person}
                detail={t("since", { date: formatDate(created_at) })}
              >
                <Button
                  variant="default"
                  data-wide
                  aria-label={t("unblockName", { name: person.fullname })}
                  onClick={() => letGo(id)}
                >
                  {t("unblock")}
                </Button>
              </PersonRow>
            ))}
          </PersonRows>
        )}
        <LoadMore
          hasMore={hasMore}
          loading={people.isLoadingMore}
          failure={people.moreFailure}
          label={t("showMore")}
          retryLabel={t("retry")}
          onMore={people.more}
        />
      </div>
    </SettingsCard>
  );
}
