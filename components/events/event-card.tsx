"use client";

import { Button } from "@mantine/core";
import { IconBan, IconCalendarDown, IconFlag, IconMapPin, IconPencil } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "#components/events/event-card.module.css";
import type { Action } from "#components/ui/controls/action-items.tsx";
import { ActionsMenu } from "#components/ui/controls/actions-menu.tsx";
import { LinkedText } from "#components/ui/controls/linked-text.tsx";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import type { ClassEvent } from "#lib/events/schema.ts";
import {
  useAnswered,
  useAnswerEvent,
  useCancelEvent,
  useSaveCalendarFile,
} from "#lib/events/use-change-event.ts";
import { eventTimeText } from "#lib/i18n/zoned-time.ts";
import { eventAnswers } from "#lib/members/class-event-schema.ts";

const fetchAnsweredDialog = () => import("#components/events/answered-dialog.tsx");

interface EventCardProps {
  event: ClassEvent;
  isPast: boolean;
  /** Only for members who may change it. */
  onEdit: (() => void) | undefined;
  /** Only for other members' events. */
  onReport: (() => void) | undefined;
}

/** One event of a class: when, where, who comes, and the member's own answer. */
export function EventCard({ event, isPast, onEdit, onReport }: EventCardProps) {
  const t = useTranslations("Events");
  const isCancelled = event.cancelled_at !== null;
  return (
    <article aria-labelledby={`event-${event.id}-title`} data-cancelled={isCancelled || undefined}>
      <div className={classes.head}>
        <h3 id={`event-${event.id}-title`} className={classes.title}>
          {event.title}
        </h3>
        <EventMenu event={event} onEdit={onEdit} onReport={onReport} />
      </div>
      {isCancelled && <p className={classes.cancelled}>{t("cancelled")}</p>}
      <p className={classes.line}>
        <time dateTime={event.start}>{eventTimeText(event)}</time>
      </p>
      {event.place && (
        <p className={classes.line}>
          <IconMapPin size={16} stroke={1.6} aria-label={t("place")} role="img" />{" "}
          <LinkedText text={event.place} />
        </p>
      )}
      {event.text && (
        <p className={classes.text}>
          <LinkedText text={event.text} />
        </p>
      )}
      <p className={classes.line}>{t("author", { name: event.author.fullname })}</p>
      {!isCancelled && <Answers event={event} isOpen={!isPast} />}
    </article>
  );
}

/** Faces and numbers of the answers, and the three answers while the event is still ahead. */
function Answers({ event: saved, isOpen }: { event: ClassEvent; isOpen: boolean }) {
  const t = useTranslations("Events");
  const event = useAnswered(saved);
  const { onFailed } = useOutcomeToasts();
  const { mutate } = useAnswerEvent(onFailed);
  const [asked, setAsked] = useState({ opened: false, times: 0 });
  const close = () => setAsked((before) => ({ ...before, opened: false }));
  const dialog = useOnDemand(fetchAnsweredDialog, close, asked.opened);
  const { going, maybe, no } = event.answers;
  const counts = [
    going > 0 && t("goingCount", { count: going }),
    maybe > 0 && t("maybeCount", { count: maybe }),
    no > 0 && t("noCount", { count: no }),
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <>
      {going + maybe + no > 0 && (
        <button
          type="button"
          className={classes.who}
          aria-label={`${counts}. ${t("whoComes", { title: event.title })}`}
          aria-haspopup="dialog"
          onClick={() => setAsked(({ times }) => ({ opened: true, times: times + 1 }))}
        >
          {going > 0 && <Faces people={event.faces ?? []} />}
          <span>{counts}</span>
        </button>
      )}
      {isOpen && (
        <div role="group" aria-label={t("yourAnswer")} className={classes.answers}>
          {eventAnswers.map((answer) => (
            <Button
              key={answer}
              size="sm"
              variant={event.my_answer === answer ? "light" : "default"}
              aria-pressed={event.my_answer === answer}
              onClick={() => {
                if (event.my_answer !== answer) mutate({ id: event.id, answer });
              }}
            >
              {t(answer)}
            </Button>
          ))}
        </div>
      )}
      {asked.times > 0 && dialog && (
        <dialog.AnsweredDialog event={event} opened={asked.opened} onClose={close} />
      )}
    </>
  );
}

/** Decorative, because the number stands beside them. */
function Faces({ people }: { people: NonNullable<ClassEvent["faces"]> }) {
  return (
    <span className={classes.faces} aria-hidden="true">
      {people.map((person) => (
        <PersonAvatar key={person.id} person={person} size={28} />
      ))}
    </span>
  );
}

type EventMenuProps = Pick<EventCardProps, "event" | "onEdit" | "onReport">;

function EventMenu({ event, onEdit, onReport }: EventMenuProps) {
  const t = useTranslations("Events");
  const confirm = useConfirm();
  const outcome = useOutcomeToasts();
  const { mutate: cancel } = useCancelEvent(outcome);
  const { mutate: save } = useSaveCalendarFile(outcome.onFailed);
  const ask = async () => {
    if (await confirm(t("cancelQuestion", { title: event.title }), { danger: true }))
      cancel(event.id);
  };
  const actions: Action[] = [
    { label: t("download"), Icon: IconCalendarDown, run: () => save(event.id) },
    ...(onEdit
      ? [
          { label: t("edit"), Icon: IconPencil, run: onEdit },
          { label: t("cancel"), Icon: IconBan, danger: true, run: () => void ask() },
        ]
      : []),
    ...(onReport ? [{ label: t("report"), Icon: IconFlag, run: onReport }] : []),
  ];
  return (
    <ActionsMenu
      label={t("actions", { title: event.title })}
      className={classes.menu}
      width={230}
      actions={actions}
    />
  );
}
