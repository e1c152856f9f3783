"use client";

import { SegmentedControl } from "@mantine/core";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import classes from "#components/events/event-dialog.module.css";
import { NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { Modal } from "#components/ui/overlays/modal.tsx";
import { PersonRow, PersonRows } from "#components/ui/people/person-row.tsx";
import { answeredQuery } from "#lib/events/queries.ts";
import type { ClassEvent, EventAnswer } from "#lib/events/schema.ts";
import { eventAnswers } from "#lib/members/class-event-schema.ts";

interface AnsweredDialogProps {
  event: ClassEvent;
  opened: boolean;
  onClose: () => void;
}

/** Lists the members by their answer to an event. */
export function AnsweredDialog({ event, opened, onClose }: AnsweredDialogProps) {
  const t = useTranslations("Events");
  const locale = useLocale();
  const [answer, setAnswer] = useState<EventAnswer>(
    eventAnswers.find((one) => event.answers[one] > 0) ?? "going",
  );
  const list = useInfiniteQuery({ ...answeredQuery(locale, event.id, answer), enabled: opened });
  const people = list.data?.pages.flatMap((page) => page.data);
  return (
    <Modal opened={opened} onClose={onClose} size="md" title={event.title}>
      <SegmentedControl
        fullWidth
        aria-label={t("answers")}
        value={answer}
        onChange={(value) => setAnswer(value)} // one of the data's values
        data={eventAnswers.map((one) => ({
          value: one,
          label: t("answerCount", { answer: t(one), count: event.answers[one] }),
        }))}
      />
      <NotLoaded query={list} skeleton={<RowsSkeleton rows={3} />} />
      {people?.length === 0 && <p className={classes.hint}>{t("nobody")}</p>}
      {people && people.length > 0 && (
        <PersonRows label={t(answer)}>
          {people.map((person) => (
            <PersonRow key={person.id} person={person} detail={null} />
          ))}
        </PersonRows>
      )}
      <LoadMore {...moreOf(list)} byButtonOnly />
    </Modal>
  );
}
