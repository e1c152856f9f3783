"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Ties } from "#components/auth/ties.tsx";
import { FriendshipActions } from "#components/friends/friendship-actions.tsx";
import { MarkedOnDemand } from "#components/ui/people/marked-on-demand.tsx";
import { PersonRow, PersonRows } from "#components/ui/people/person-row.tsx";
import { PresenceText } from "#components/ui/people/presence-text.tsx";
import { ReasonLine } from "#components/ui/reason-line.tsx";
import type { Person } from "#lib/auth/schema.ts";
import { formatDate } from "#lib/i18n/format-date.ts";
import type { FriendBox } from "#lib/friends/queries.ts";
import type { FriendItem } from "#lib/friends/schema.ts";

interface FriendRowsProps {
  box: FriendBox;
  rows: readonly FriendItem[];
  /** The words that found the rows. */
  q?: string;
  busy?: boolean;
  renderActions?: ((friend: Person) => ReactNode) | undefined;
  onDecided: () => void;
}

export function FriendRows({
  box,
  rows,
  q = "",
  busy = false,
  renderActions,
  onDecided,
}: FriendRowsProps) {
  const t = useTranslations("Friends");
  return (
    <PersonRows label={t(`${box}Title`)} busy={busy}>
      {rows.map((item) => (
        <PersonRow
          key={item.id}
          person={item.friend}
          name={<MarkedOnDemand text={item.friend.fullname} q={q} />}
          detail={<Detail box={box} item={item} />}
        >
          {renderActions?.(item.friend)}
          <FriendshipActions
            person={item.friend}
            // The list itself is the newest source of the status.
            known={{ status: box, requestedAt: Infinity }}
            onDecided={onDecided}
          />
        </PersonRow>
      ))}
    </PersonRows>
  );
}

function Detail({ box, item }: { box: FriendBox; item: FriendItem }) {
  const t = useTranslations("Friends");
  if (box === "friends") return <PresenceText person={item.friend} />;
  const date = formatDate(item.created_at);
  if (box === "outgoing") return t("sentOn", { date });
  return (
    <>
      <Ties ties={item.ties ?? []} />
      <ReasonLine>{t("requestOf", { date })}</ReasonLine>
    </>
  );
}
