"use client";

import { IconUserCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/friends/acceptance-rows.module.css";
import { ErrorState } from "#components/ui/list-states.tsx";
import { PersonRow, PersonRows } from "#components/ui/people/person-row.tsx";
import { ReasonLine } from "#components/ui/reason-line.tsx";
import type { Person } from "#lib/auth/schema.ts";
import type { Acceptances } from "#lib/friends/use-acceptances.ts";
import { useToday } from "#lib/i18n/use-today.ts";
import { lastSeenOf } from "#lib/members/last-seen.ts";

interface AcceptanceRowsProps {
  acceptances: Acceptances;
  /** Buttons of other features for a new friend. */
  renderActions?: (friend: Person) => ReactNode;
}

/** Unseen acceptances of the member's requests, below the requests of others. */
export function AcceptanceRows({ acceptances, renderActions }: AcceptanceRowsProps) {
  const t = useTranslations("Friends");
  const { rows, failure, retry } = acceptances;
  if (failure !== null) return <ErrorState message={failure} onRetry={retry} />;
  if (rows.length === 0) return null;
  return (
    <div className={classes.acceptances}>
      <PersonRows label={t("acceptedTitle")}>
        {rows.map(({ id, friend, created_at }) => (
          <PersonRow
            key={id}
            person={friend}
            detail={
              <ReasonLine Icon={IconUserCheck}>
                <AcceptedWhen at={created_at} />
              </ReasonLine>
            }
          >
            {renderActions?.(friend)}
          </PersonRow>
        ))}
      </PersonRows>
    </div>
  );
}

const texts = {
  today: "acceptedToday",
  yesterday: "acceptedYesterday",
  earlier: "acceptedEarlier",
} as const;

function AcceptedWhen({ at: iso }: { at: string }) {
  const t = useTranslations("Friends");
  const time = lastSeenOf(iso, useToday());
  return time && <>{t(texts[time.when], { at: time.at })}</>;
}
