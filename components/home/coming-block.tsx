"use client";

import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { HomeBlock } from "#components/home/home-block.tsx";
import classes from "#components/home/rows.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import type { Coming, ComingEvent } from "#lib/home/schema.ts";
import { useComeTo, useEventWithAnswer } from "#lib/home/use-come-to.ts";
import { eventStartParts } from "#lib/i18n/zoned-time.ts";
import { type Route, routes } from "#lib/routes.ts";

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
  const route = routeOfEvents(coming);
  return (
    <HomeBlock title={t("coming")} more={route && { text: t("allEvents"), route }}>
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

/** The class of the events, of which the nearest few are shown, or all classes of the member; undefined without events. */
function routeOfEvents(coming: readonly Coming[]): Route | undefined {
  const [first, ...others] = coming.filter((each) => each.kind === "event");
  if (!first) return undefined;
  const isOfOneClass = others.every(
    ({ object, key }) => object.id === first.object.id && key === first.key,
  );
  return isOfOneClass ? routes.class(first.object.id, first.key) : routes.myClasses();
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

function EventRow({ event: saved }: { event: ComingEvent }) {
  const t = useTranslations("Today");
  const event = useEventWithAnswer(saved);
  const { id, title, place, going, object, key, news } = event;
  const isCancelled = news === "cancelled";
  const { day, year, time } = eventStartParts(event);
  const details = [
    news && t(newsTexts[news]),
    time,
    !isCancelled && going > 0 && t("going", { count: going }),
    place,
  ].filter(Boolean);
  return (
    <li className={classes.row} data-event data-cancelled={isCancelled || undefined}>
      <span className={classes.date}>
        {day}
        {/* Only changed and cancelled events are shown so far ahead that the year matters. */}
        {year !== null && <span className={classes.year}>{year}</span>}
      </span>
      <div className={classes.text}>
        <RouteLink route={routes.classEvent(object.id, key, id)} className={classes.link}>
          {title}
        </RouteLink>
        {/* The separator begins a line, and never ends one. */}
        <span className={classes.details}>{details.join(" ·\u00a0")}</span>
      </div>
      {!isCancelled && <GoingButton event={event} />}
    </li>
  );
}

/** The answer that most members give, in place; the page of the class has the others. */
function GoingButton({ event: { id, title, my_answer } }: { event: ComingEvent }) {
  const t = useTranslations("Today");
  const { onFailed } = useOutcomeToasts();
  const { mutate } = useComeTo(onFailed);
  const isGoing = my_answer === "going";
  return (
    <Button
      variant="light"
      className={classes.answer}
      leftSection={isGoing && <IconCheck size={18} stroke={2} aria-hidden="true" />}
      aria-label={`${t("come")}: ${title}`}
      aria-pressed={isGoing}
      onClick={() => {
        if (!isGoing) mutate(id);
      }}
    >
      {t("come")}
    </Button>
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
