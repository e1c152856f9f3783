"use client";

import { Button } from "@mantine/core";
import { IconCheck, IconInbox, IconSearch, IconSend, IconUsers } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "#components/ui/list-states.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import type { FriendBox } from "#lib/friends/queries.ts";
import { routes } from "#lib/routes.ts";

const icons = { friends: IconUsers, incoming: IconInbox, outgoing: IconSend };
const texts = {
  friends: "emptyFriends",
  incoming: "emptyIncoming",
  outgoing: "emptyOutgoing",
} as const;

interface FriendsEmptyProps {
  box: FriendBox;
  q: string;
  /** Whether the last person found has left the list by a decision of the member. */
  isWorkedOff?: boolean;
  onClear?: () => void;
}

/** The empty list, without a search or for the searched name. */
export function FriendsEmpty({ box, q, isWorkedOff = false, onClear }: FriendsEmptyProps) {
  const t = useTranslations("Friends");
  if (q && isWorkedOff)
    return (
      <EmptyState
        Icon={IconCheck}
        title={t("nothingElse", { q })}
        action={
          <Button variant="default" onClick={onClear}>
            {t("clearSearch")}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      Icon={q ? IconSearch : icons[box]}
      title={q ? t("nothingFound", { q }) : t(texts[box])}
      action={
        <Button
          component={RouteLink}
          route={routes.findPeople()}
          variant={q ? "default" : "filled"}
        >
          {t("findPeople")}
        </Button>
      }
    />
  );
}
