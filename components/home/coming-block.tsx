"use client";

import { useTranslations } from "next-intl";
import { HomeBlock } from "#components/home/home-block.tsx";
import classes from "#components/home/rows.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import type { Coming } from "#lib/home/schema.ts";
import { eventStartParts } from "#lib/i18n/zoned-time.ts";
import { routes } from "#lib/routes.ts";

const newsTexts = {
  cancelled: "eventCancelled",
  changed: "eventChanged",
  soon: "eventSoon",
} as const;

/** With more rows the block would be higher than the screen of a phone. */
export const comingRowsMax = 5;

/** Events and birthdays of the next days: the first of them, and the rest on request. */
export function ComingBlock({ coming }: { coming: readonly Coming[] }) {
  const t = useTranslations("Today");
  if (coming.length === 0) return null;
  const rest = coming.slice(comingRowsMax);
  return (
    <HomeBlock title={t("coming")}>
      <Rows coming={coming.slice(0, comingRowsMax)} />
      {rest.length > 0 && (
        <details>
          <summary className={classes.rest}>{t("andMore", { count: rest.length })}</summary>
          <Rows coming={rest} />
        </details>
      )}
    </HomeBlock>
  );
}

function Rows({ coming }: { coming: readonly Coming[] }) {
  const t = useTranslations("Today");
  return (
    <ul className={classes.rows} aria-label={t("coming")}>
      {coming.map((each) =>
        each.kind === "event" ? (
          <EventRow key={`event-${each.id}`} event={each} />
        ) : (
          <BirthdayRow key={`birthday-${each.person.id}`} birthday={each} />
        ),
      )}
    </ul>
  );
}

function EventRow({ event }: { event: Extract<Coming, { kind: "event" }> }) {
  const t = useTranslations("Today");
  const { id, title, place, going, object, key, news } = event;
  const isCancelled = news === "cancelled";
  const { day, year, time } = eventStartParts(event);
  const details = [
    news && t(newsTexts[news]),
    time,
    place,
    !isCancelled && going > 0 && t("going", { count: going }),
  ].filter(Boolean);
  return (
    <li className={classes.row} data-cancelled={isCancelled || undefined}>
      <span className={classes.date}>
        {day}
        {/* Only changed and cancelled events are shown so far ahead that the year matters. */}
        {year !== null && <span className={classes.year}>{year}</span>}
      </span>
      <div className={classes.text}>
        <RouteLink route={routes.classEvent(object.id, key, id)} className={classes.link}>
          {title}
        </RouteLink>
        <span className={classes.line}>{details.join(" · ")}</span>
      </div>
    </li>
  );
}

function BirthdayRow({ birthday }: { birthday: Extract<Coming, { kind: "birthday" }> }) {
  const t = useTranslations("Today");
  const { person, in_days: days } = birthday;
  return (
    <li className={classes.row}>
      <PersonAvatar person={person} size={44} />
      <div className={classes.text}>
        <RouteLink route={routes.member(person.id)} className={classes.link}>
          {person.fullname}
        </RouteLink>
        <span className={classes.line}>
          {days === 0
            ? t("birthdayToday")
            : days === 1
              ? t("birthdayTomorrow")
              : t("birthdayIn", { count: days })}
        </span>
      </div>
    </li>
  );
}
