"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect } from "react";
import { MyClasses } from "#components/classes/my-classes.tsx";
import { NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { Card } from "#components/ui/card.tsx";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { classKeyOf, classOf } from "#lib/members/class-key.ts";
import type { Education } from "#lib/periods/education/schema.ts";
import { educationsQuery } from "#lib/periods/queries.ts";
import { routes } from "#lib/routes.ts";

/** The classes that the member's educations make theirs. The only one is shown itself. */
export function MyClassesScreen() {
  const educations = useQuery(educationsQuery(useLocale(), null));
  const own = educations.data && classesOf(educations.data);
  const [only, another] = own ?? [];
  const isLeading = only !== undefined && another === undefined;
  const goTo = useGoTo();
  const onlyId = isLeading ? only.object.id : null;
  const onlyKey = isLeading ? only.key : null;
  useEffect(() => {
    if (onlyId !== null && onlyKey !== null) goTo(routes.class(onlyId, onlyKey), { replace: true });
  }, [onlyId, onlyKey, goTo]);
  if (own && !isLeading) return <MyClasses own={own} />;
  return (
    <Card flush>
      {isLeading ? (
        <RowsSkeleton rows={4} />
      ) : (
        <NotLoaded query={educations} skeleton={<RowsSkeleton rows={4} />} />
      )}
    </Card>
  );
}

/** Each class once, in the order of the educations, with the study group that the first of them names. */
function classesOf(educations: readonly Education[]) {
  const found = educations.map(({ object, start, end, group }) => {
    const years = classOf({ start, end });
    return { object, years, key: classKeyOf(years), group: group ?? undefined };
  });
  return found.filter(
    ({ object, key }, index) =>
      found.findIndex((other) => other.object.id === object.id && other.key === key) === index,
  );
}
