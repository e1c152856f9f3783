"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { HomeBlock } from "#components/home/home-block.tsx";
import classes from "#components/home/rows.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import type { ClassNews, ClassToInvite } from "#lib/home/schema.ts";
import { givenNameFirst } from "#lib/members/person.ts";
import { routes } from "#lib/routes.ts";

/** Members who have entered a class since the last visit. */
export function ClassNewsBlock({ news }: { news: ClassNews }) {
  const t = useTranslations("Today");
  const title = useClassTitle();
  const { object, key, people, total } = news;
  const others = total - people.length;
  return (
    <HomeBlock
      title={t("classNews")}
      lead={
        <>
          {title(news)}
          <br />
          {t("newcomers", { count: total })}
        </>
      }
      more={{ text: t("toClass"), route: routes.class(object.id, key) }}
    >
      <ul className={classes.faces} aria-label={t("classNews")}>
        {people.map((person) => (
          <li key={person.id} className={classes.face}>
            <RouteLink
              route={routes.member(person.id)}
              className={classes.faceLink}
              title={person.fullname}
            >
              <PersonAvatar person={person} size={56} />
              {givenNameFirst(person.fullname)}
            </RouteLink>
          </li>
        ))}
        {others > 0 && (
          <li className={classes.face}>
            <RouteLink route={routes.class(object.id, key)} className={classes.faceLink}>
              <span className={classes.others} aria-hidden="true">
                +{others}
              </span>
              {t("andMore", { count: others })}
            </RouteLink>
          </li>
        )}
      </ul>
    </HomeBlock>
  );
}

interface InviteBlockProps {
  invite: ClassToInvite | null;
  renderInvite: (invite: ClassToInvite) => ReactNode;
}

/** The size of the member's class, and a way to invite others. */
export function InviteBlock({ invite, renderInvite }: InviteBlockProps) {
  const t = useTranslations("Today");
  const title = useClassTitle();
  if (!invite) return null;
  const { total } = invite;
  return (
    <HomeBlock
      tone="tint"
      title={total > 1 ? t("invite", { count: total }) : t("inviteAlone")}
      lead={
        <>
          {title(invite)}
          <br />
          {t("inviteText")}
        </>
      }
    >
      <div className={classes.foot}>{renderInvite(invite)}</div>
    </HomeBlock>
  );
}

/** "Школа № 110 · выпуск 2014" */
function useClassTitle() {
  const t = useTranslations("Today");
  return ({ object, start, end }: Pick<ClassNews, "object" | "start" | "end">): string =>
    end === null
      ? t("since", { object: object.name, year: String(start) })
      : t("leftIn", { object: object.name, year: String(end) });
}
