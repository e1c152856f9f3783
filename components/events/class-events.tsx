"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconCalendarEvent, IconCalendarShare, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import classes from "#components/events/class-events.module.css";
import { EventCard } from "#components/events/event-card.tsx";
import { FoldedEvents } from "#components/events/folded-events.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState, ErrorState, NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { useDialog } from "#components/ui/overlays/use-dialog.ts";
import { useIsNarrow } from "#components/ui/overlays/use-is-narrow.ts";
import { isNotFound } from "#lib/api/api-failure.ts";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { useMemberIdIfAny } from "#lib/auth/use-member-id-if-any.ts";
import { eventAloneQuery, type EventsPlace, eventsQuery } from "#lib/events/queries.ts";
import type { ClassEvent } from "#lib/events/schema.ts";
import { useEventUpdates } from "#lib/events/use-change-event.ts";
import type { EventRights } from "#lib/members/class-event-schema.ts";

const fetchEventDialog = async () =>
  (await import("#components/events/event-dialog.tsx")).EventDialog;
const fetchCalendarDialog = async () =>
  (await import("#components/events/calendar-dialog.tsx")).CalendarDialog;

interface ClassEventsProps extends EventsPlace {
  /** The next event, shown until the list is loaded, so that it pushes nothing down; null if there is none. */
  next: ClassEvent | null;
  /** What the member may do with the events. */
  rights: EventRights;
  /** Reports an event of others to the operator. */
  onReport: (event: ClassEvent) => void;
}

/**
 * The events of a class, for whoever may see them. `#event-12` in the address leads to one, also beyond the first page. On
 * a phone they are folded until more of them are requested, so that the roster below stays near.
 */
export function ClassEvents({ next, rights, onReport, ...place }: ClassEventsProps) {
  const t = useTranslations("Events");
  const locale = useLocale();
  const [chosen, setChosen] = useState<"coming" | "past" | null>(null);
  const when = chosen ?? "coming";
  const [unfolded, setUnfolded] = useState(false);
  const list = useInfiniteQuery({
    ...eventsQuery(locale, place, when),
    placeholderData: when === "coming" ? onlyPageOf(next) : undefined,
  });
  const calendar = useDialog(fetchCalendarDialog, (_: null, key: number) => ({ key }));
  const form = useDialog(fetchEventDialog, (event: ClassEvent | null, key: number) => ({
    place,
    event,
    key,
  }));
  const listFailure = useLoadFailure(list);
  const listed = listFailure ? undefined : list.data?.pages.flatMap((page) => page.data);
  const linkedId = useLinkedEventId();
  const isLoaded = when === "coming" && !list.isPlaceholderData;
  const { alone, failure, isGone } = useEventOfAddress(linkedId, isLoaded ? listed : undefined);
  const events = listed && [...alone, ...listed];
  const ownId = useMemberIdIfAny();
  // By what the server lists: the clock of the device may be days wrong.
  const isPast = (event: ClassEvent) =>
    when === "past" || (alone.includes(event) && !(list.hasNextPage && isAfterLast(event, listed)));
  const mayChange = mayChangeWith(rights.manage, ownId);
  useEventUpdates(place);
  const make = rights.create ? () => form.open(null) : undefined;
  const isFolded = useIsNarrow() && !unfolded && chosen === null && linkedId === 0;
  return (
    <>
      {isFolded && listed ? (
        <FoldedEvents
          events={listed}
          total={isLoaded && !list.hasNextPage ? listed.length : 0}
          onUnfold={() => setUnfolded(true)}
          onMake={make}
        />
      ) : (
        <Card as="section" aria-labelledby="class-events">
          <EventsHead takesFocus={unfolded} onSubscribe={() => calendar.open(null)} onMake={make} />
          {isGone && (
            <p role="alert" className={classes.gone}>
              {t("gone")}
            </p>
          )}
          {failure && !isGone && <ErrorState {...failure} />}
          <NotLoaded query={list} skeleton={<RowsSkeleton rows={2} />} />
          {events?.length === 0 && <NoEvents when={when} onMake={make} />}
          {events && events.length > 0 && (
            <ul className={classes.events} aria-label={t("title")}>
              {events.map((event) => (
                <li key={event.id} id={`event-${event.id}`} tabIndex={-1} className={classes.event}>
                  <EventCard
                    event={event}
                    isPast={isPast(event)}
                    onEdit={mayChange(event) && !isPast(event) ? () => form.open(event) : undefined}
                    onReport={event.author.id === ownId ? undefined : () => onReport(event)}
                  />
                </li>
              ))}
            </ul>
          )}
          <LoadMore {...moreOf(list)} byButtonOnly />
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.when}
            onClick={() => setChosen(when === "coming" ? "past" : "coming")}
          >
            {t(when === "coming" ? "showPast" : "showComing")}
          </Button>
        </Card>
      )}
      {calendar.dialog}
      {form.dialog}
    </>
  );
}

interface EventsHeadProps {
  /** Whether the button that had the focus was unmounted when the head appeared. */
  takesFocus: boolean;
  onSubscribe: () => void;
  /** Undefined where the member may make no event. */
  onMake: (() => void) | undefined;
}

function EventsHead({ takesFocus, onSubscribe, onMake }: EventsHeadProps) {
  const t = useTranslations("Events");
  return (
    <div className={classes.head}>
      <h2
        id="class-events"
        ref={takesFocus ? focusWithoutScroll : undefined}
        tabIndex={-1}
        className={classes.title}
      >
        {t("title")}
      </h2>
      <ActionIcon aria-label={t("subscribe")} onClick={onSubscribe}>
        <IconCalendarShare size={20} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
      {onMake && (
        <ActionIcon className={classes.add} aria-label={t("make")} onClick={onMake}>
          <IconPlus size={22} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}

const focusWithoutScroll = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

interface NoEventsProps extends Pick<EventsHeadProps, "onMake"> {
  when: "coming" | "past";
}

function NoEvents({ when, onMake }: NoEventsProps) {
  const t = useTranslations("Events");
  if (when === "past") return <EmptyState Icon={IconCalendarEvent} title={t("emptyPast")} />;
  const make = onMake && (
    <Button variant="default" onClick={onMake}>
      {t("make")}
    </Button>
  );
  return <EmptyState Icon={IconCalendarEvent} title={t("empty")} action={make} />;
}

const onlyPageOf = (event: ClassEvent | null) => ({
  pages: [{ data: event ? [event] : [], meta: { next: null } }],
  pageParams: [""],
});

/** Whether the member may change an event until it is over: their own, and all where they manage those of the class. */
function mayChangeWith(manages: boolean, ownId: number | null) {
  return (event: ClassEvent) =>
    (manages || event.author.id === ownId) && event.cancelled_at === null;
}

/** Whether an event that the loaded coming ones lack may be on one of the next pages, since the soonest come first. */
const isAfterLast = ({ start }: ClassEvent, coming: readonly ClassEvent[] = []) =>
  start >= (coming.at(-1)?.start ?? "");

/** The event that the address leads to; 0 for none. */
function useLinkedEventId(): number {
  const hash = useSyncExternalStore(onHash, readHash, () => "");
  return Number(/^#event-(\d{1,10})$/.exec(hash)?.[1] ?? 0);
}

/**
 * Scrolls once to the event that a notice links to, among the coming ones that are loaded. Returns it where they lack it,
 * because it is past or far ahead, or why it is not there.
 */
function useEventOfAddress(id: number, coming: readonly ClassEvent[] | undefined) {
  const isListed = coming?.some((event) => event.id === id) ?? false;
  const isLacking = id > 0 && coming !== undefined && !isListed;
  const query = useInfiniteQuery({ ...eventAloneQuery(useLocale(), id), enabled: isLacking });
  const failure = useLoadFailure(query);
  const alone = isLacking ? (query.data?.pages[0]?.data ?? []) : [];
  const isShown = isListed || alone.length > 0;
  const reachedId = useRef(0);
  useEffect(() => {
    if (!isShown || reachedId.current === id) return;
    reachedId.current = id;
    const event = document.getElementById(`event-${id}`);
    event?.scrollIntoView({ block: "center" });
    event?.focus({ preventScroll: true });
  }, [isShown, id]);
  return {
    alone,
    failure: isLacking ? failure : null,
    isGone: isLacking && isNotFound(query.error),
  };
}

const readHash = () => window.location.hash;

function onHash(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}
