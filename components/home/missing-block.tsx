"use client";

import { IconBriefcase, IconCamera, IconSchool, IconUsers } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { HomeBlock } from "#components/home/home-block.tsx";
import classes from "#components/home/rows.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import type { Home } from "#lib/home/schema.ts";
import { routes } from "#lib/routes.ts";

const parts = {
  images: { Icon: IconCamera, route: routes.imagesSettings() },
  educations: { Icon: IconSchool, route: routes.welcome() },
  jobs: { Icon: IconBriefcase, route: routes.jobsSettings() },
  friends: { Icon: IconUsers, route: routes.findPeople() },
};

/** The missing parts of the profile, each a link to the form for it. */
export function MissingBlock({ missing }: Pick<Home, "missing">) {
  const t = useTranslations("Today");
  if (missing.length === 0) return null;
  return (
    <HomeBlock title={t("missing")} lead={t("missingText")}>
      <ul className={classes.parts} aria-label={t("missing")}>
        {missing.map((part) => {
          const { Icon, route } = parts[part];
          return (
            <li key={part}>
              <RouteLink route={route} className={classes.part}>
                <Icon size={20} stroke={1.6} aria-hidden="true" />
                {t(part)}
              </RouteLink>
            </li>
          );
        })}
      </ul>
    </HomeBlock>
  );
}
