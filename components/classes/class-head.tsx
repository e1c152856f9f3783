"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/classes/class-head.module.css";
import { useClassName } from "#components/classes/use-class-name.ts";
import { Breadcrumbs } from "#components/layout/breadcrumbs.tsx";
import { Card } from "#components/ui/card.tsx";
import { DrawnSign } from "#components/ui/drawn-sign.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import type { ClassMember } from "#lib/classes/schema.ts";
import { classKeyOf, type ClassYears } from "#lib/members/class-key.ts";
import { classSignOf } from "#lib/members/class-sign.ts";
import { routes } from "#lib/routes.ts";

/** The id of the heading, which takes the focus when the focused element is unmounted. */
export const classNameId = "class-name";

const facesMax = 5;

interface ClassHeadProps {
  object: { id: number; name: string };
  years: ClassYears;
  /** The number of members, in words. */
  detail: string | undefined;
  /** The first members of the roster. */
  faces?: readonly ClassMember[];
  /** Buttons beside the name. */
  actions?: ReactNode;
  /** Stands below. */
  children?: ReactNode;
}

/** The way from the institution to the class. */
export function ClassBreadcrumbs({ object, years }: Pick<ClassHeadProps, "object" | "years">) {
  const name = useClassName()(years);
  const here = routes.class(object.id, classKeyOf(years));
  return (
    <div className={classes.path}>
      <Breadcrumbs
        items={[
          { title: object.name, link: routes.institution(object.id) },
          { title: name, link: here, isCurrentPage: true },
        ]}
      />
    </div>
  );
}

/** The name of a class, and a few faces of it. */
export function ClassHead({
  object,
  years,
  detail,
  faces = [],
  actions,
  children,
}: ClassHeadProps) {
  const name = useClassName()(years);
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <DrawnSign {...classSignOf({ objectId: object.id, ...years })} />
        <div className={classes.text}>
          <h1 id={classNameId} tabIndex={-1} className={classes.name}>
            {name} <span className={classes.institution}>· {object.name}</span>
          </h1>
          <p className={classes.detail}>{detail ?? "\u00a0"}</p>
          {faces.length > 0 && (
            <span className={classes.faces} aria-hidden="true">
              {faces.slice(0, facesMax).map(({ id, fullname, image }) => (
                <span key={id} className={classes.face}>
                  <PersonAvatar person={{ id, fullname, image }} size={28} />
                </span>
              ))}
            </span>
          )}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </Card>
  );
}

/** The skeleton while the class loads. */
export function ClassHeadSkeleton() {
  const t = useTranslations("Layout");
  return (
    <Card className={classes.card}>
      <div role="status" aria-label={t("loading")} className={classes.head}>
        <span className={classes.sign} />
        <div className={classes.text}>
          <span className={classes.line} style={{ width: "58%" }} />
          <span className={classes.line} style={{ width: "32%" }} />
        </div>
      </div>
    </Card>
  );
}
