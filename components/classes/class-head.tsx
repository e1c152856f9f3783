"use client";

import type { ReactNode } from "react";
import classes from "#components/classes/class-head.module.css";
import { useClassName } from "#components/classes/use-class-name.ts";
import { Breadcrumbs } from "#components/layout/breadcrumbs.tsx";
import { Card } from "#components/ui/card.tsx";
import { DrawnSign } from "#components/ui/drawn-sign.tsx";
import subject from "#components/ui/subject/subject-head.module.css";
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
    <Card className={subject.card}>
      <div className={subject.head}>
        <DrawnSign {...classSignOf({ objectId: object.id, ...years })} />
        <div className={subject.text}>
          <h1 id={classNameId} tabIndex={-1} className={subject.name}>
            {name}{" "}
            <span className={classes.institution}>
              <span className={classes.separator}>·{"\u00a0"}</span>
              {object.name}
            </span>
          </h1>
          <p className={subject.detail}>{detail ?? "\u00a0"}</p>
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
