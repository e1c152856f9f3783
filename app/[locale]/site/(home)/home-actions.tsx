"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import classes from "./home.module.css";
import { RouteLink } from "#components/ui/route-link.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { routes } from "#lib/routes.ts";

/** The way in: to an account, or for a member to what is theirs. */
export function HomeActions() {
  const t = useTranslations();
  const auth = useAuth();
  const member = auth.status === "authenticated";
  const [first, second] = member
    ? ([
        [routes.profile(), t("Home.toProfile")],
        [routes.chats(), t("Home.toChats")],
      ] as const)
    : ([
        [routes.signup(), t("Home.join")],
        [routes.login(), t("Auth.signIn")],
      ] as const);
  return (
    <div
      className={classes.actions}
      data-undetermined={auth.status === "undetermined" || undefined}
    >
      {member && <p className={classes.welcome}>{t("Home.welcome", { name: auth.user.name })}</p>}
      <Button component={RouteLink} route={first[0]}>
        {first[1]}
      </Button>
      <Button component={RouteLink} route={second[0]} variant="default">
        {second[1]}
      </Button>
    </div>
  );
}
