"use client";

import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { RouteLink, useGoTo } from "#components/ui/controls/route-link.tsx";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import type { Person } from "#lib/auth/schema.ts";
import { opensElsewhere } from "#lib/i18n/navigation.ts";
import { routes } from "#lib/routes.ts";

/** Tells the member, wherever they are, that somebody has accepted their request; once a tab, with the way to that page. */
export function useTellAccepted(): (by: Person) => void {
  const t = useTranslations("Friends");
  const goTo = useGoTo();
  return ({ id, fullname }) => {
    const route = routes.member(id);
    const follow = (event: MouseEvent<HTMLAnchorElement>) => {
      // Notices stand outside the surfaces: by itself the link would load the page anew.
      if (opensElsewhere(event)) return;
      event.preventDefault();
      goTo(route);
    };
    const name = (
      <RouteLink route={route} onClick={follow}>
        {fullname}
      </RouteLink>
    );
    showSuccess(t("requestAccepted"), t.rich("nowFriends", { name: () => name }), `accepted-${id}`);
  };
}
