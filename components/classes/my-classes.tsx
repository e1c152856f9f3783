"use client";

import { Button } from "@mantine/core";
import { IconChevronRight, IconPlus, IconSchool } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/classes/my-classes.module.css";
import { useClassName } from "#components/classes/use-class-name.ts";
import { Card } from "#components/ui/card.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { DrawnSign } from "#components/ui/drawn-sign.tsx";
import { EmptyState } from "#components/ui/list-states.tsx";
import { detailOf } from "#components/ui/lists/timeline.tsx";
import type { ClassYears } from "#lib/members/class-key.ts";
import { classSignOf } from "#lib/members/class-sign.ts";
import { routes } from "#lib/routes.ts";

interface OwnClass {
  object: { id: number; name: string };
  years: ClassYears;
  key: string;
  /** The member's study group. */
  group: string | undefined;
}

/** Links to the member's classes, or the way to the first of them. */
export function MyClasses({ own }: { own: readonly OwnClass[] }) {
  const t = useTranslations("Classes");
  const nameOf = useClassName();
  const add = (
    <Button
      component={RouteLink}
      route={routes.educationsSettings()}
      variant={own.length > 0 ? "default" : "filled"}
      leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />}
    >
      {t(own.length > 0 ? "addMore" : "addStudy")}
    </Button>
  );
  return (
    <section aria-labelledby="my-classes" className={classes.root}>
      <div className={classes.head}>
        <h1 id="my-classes" className={classes.title}>
          {t("myClasses")}
        </h1>
        {own.length > 0 && add}
      </div>
      <Card flush>
        {own.length === 0 ? (
          <EmptyState Icon={IconSchool} title={t("myClassesEmpty")} action={add} />
        ) : (
          <ul className={classes.rows} aria-label={t("myClasses")}>
            {own.map(({ object, years, key, group }) => (
              <li key={`${object.id} ${key}`}>
                <RouteLink route={routes.class(object.id, key)} className={classes.row}>
                  <DrawnSign
                    {...classSignOf({ objectId: object.id, ...years })}
                    widePx={52}
                    narrowPx={48}
                  />
                  <span className={classes.text}>
                    <span className={classes.name}>{nameOf(years)}</span>
                    <span className={classes.detail}>{detailOf(object.name, group)}</span>
                  </span>
                  <IconChevronRight size={18} stroke={1.8} aria-hidden="true" />
                </RouteLink>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}
