"use client";

import { Button } from "@mantine/core";
import { IconUserCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import classes from "#components/blocks/blocked-people.module.css";
import { useDecideBlock } from "#components/blocks/use-decide-block.ts";
import { EmptyState, NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { PersonRow, PersonRows } from "#components/ui/people/person-row.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";
import { useBlockedPeople } from "#lib/blocks/use-blocked-people.ts";
import { formatDate } from "#lib/i18n/format-date.ts";

const skeletonRows = 3;

/** The members whom the member has blocked, each with a button to unblock them. */
export function BlockedPeople() {
  const t = useTranslations("Blocks");
  const { rows, query } = useBlockedPeople();
  const { unblock } = useDecideBlock();
  const place = useRef<HTMLDivElement>(null);
  const letGo = (id: number) => {
    unblock(id);
    // The row disappears, and the focus in it would be lost.
    place.current?.focus();
  };
  return (
    <SettingsCard title={t("listTitle")} lead={t("listLead")}>
      <div ref={place} tabIndex={-1} className={classes.list}>
        <NotLoaded query={query} skeleton={<RowsSkeleton rows={skeletonRows} />} />
        {rows?.length === 0 && !query.hasNextPage && (
          <EmptyState Icon={IconUserCheck} title={t("empty")} />
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
        <LoadMore {...moreOf(query)} />
      </div>
    </SettingsCard>
  );
}
