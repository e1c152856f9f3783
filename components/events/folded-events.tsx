"use client";

import { ActionIcon, Button, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/events/folded-events.module.css";
import { Card } from "#components/ui/card.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import type { ClassEvent } from "#lib/events/schema.ts";
import { useAnswered, useAnswerEvent } from "#lib/events/use-change-event.ts";
import { eventStartParts } from "#lib/i18n/zoned-time.ts";

interface FoldedEventsProps {
  /** The coming events that are loaded, the soonest first. */
  events: readonly ClassEvent[];
  /** How many events are coming; 0 as long as that is not known. */
  total: number;
  onUnfold: () => void;
  /** Undefined where the member may make no event. */
  onMake: (() => void) | undefined;
}

/** The events of a class in the room that a phone has for them above the roster: the next one, and the way to all. */
export function FoldedEvents({ events, total, onUnfold, onMake }: FoldedEventsProps) {
  const t = useTranslations("Events");
  const next = events.find(({ cancelled_at }) => cancelled_at === null) ?? events[0];
  return (
    <Card as="section" aria-labelledby="class-events" className={classes.root}>
      <VisuallyHidden>
        <h2 id="class-events">{t("title")}</h2>
      </VisuallyHidden>
      {next ? <NextEvent event={next} /> : <p className={classes.line}>{t("empty")}</p>}
      <div className={classes.foot}>
        <Button variant="subtle" size="compact-sm" className={classes.all} onClick={onUnfold}>
          {t("all", { count: total })}
        </Button>
        {onMake && (
          <ActionIcon className={classes.add} aria-label={t("make")} onClick={onMake}>
            <IconPlus size={22} stroke={1.8} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
    </Card>
  );
}

/** One event in two lines, with the answer that most members give. */
function NextEvent({ event: saved }: { event: ClassEvent }) {
  const t = useTranslations("Events");
  const event = useAnswered(saved);
  const { onFailed } = useOutcomeToasts();
  const { mutate } = useAnswerEvent(onFailed);
  const { id, title, start, answers, my_answer, cancelled_at } = event;
  const isCancelled = cancelled_at !== null;
  const isGoing = my_answer === "going";
  const { day, year, time } = eventStartParts(event);
  const date = year === null ? day : `${day}.${year}`;
  const state = isCancelled
    ? t("cancelled")
    : answers.going > 0 && t("goingCount", { count: answers.going });
  return (
    <article
      aria-labelledby={`event-${id}-title`}
      className={classes.event}
      data-cancelled={isCancelled || undefined}
    >
      <div className={classes.text}>
        <h3 id={`event-${id}-title`} className={classes.title}>
          {title}
        </h3>
        <p className={classes.line}>
          <time dateTime={start}>{`${date}, ${time}`}</time>
          {state && ` ·\u00a0${state}`}
        </p>
      </div>
      {!isCancelled && (
        <Button
          variant="light"
          className={classes.going}
          leftSection={isGoing && <IconCheck size={18} stroke={2} aria-hidden="true" />}
          aria-pressed={isGoing}
          onClick={() => {
            if (!isGoing) mutate({ id, answer: "going" });
          }}
        >
          {t("going")}
        </Button>
      )}
    </article>
  );
}
