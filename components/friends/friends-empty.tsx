"use client";

import { Button } from "@mantine/core";
import { IconInbox, IconSearch, IconSend, IconUsers } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "#components/ui/list-states.tsx";
import { RouteLink } from "#components/ui/route-link.tsx";
import type { FriendBox } from "#lib/friends/queries.ts";
import { routes } from "#lib/routes.ts";

const icons = { friends: IconUsers, incoming: IconInbox, outgoing: IconSend };
const texts = {
  friends: "emptyFriends",
  incoming: "emptyIncoming",
  outgoing: "emptyOutgoing",
} as const;

/** Nobody is in the list, or nobody of the name that was looked for. */
export function FriendsEmpty({ box, q }: { box: FriendBox; q: string }) {
  const t = useTranslations("Friends");
  const Icon = q ? IconSearch : icons[box];
  return (
    <EmptyState
      icon={<Icon size={28} stroke={1.5} />}
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
