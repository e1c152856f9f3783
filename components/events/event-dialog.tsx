"use client";

import { Button, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import classes from "#components/events/event-dialog.module.css";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import { TimeZoneField } from "#components/ui/forms/time-zone-field.tsx";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { useLeaving } from "#components/ui/overlays/use-leaving.ts";
import { Modal } from "#components/ui/overlays/modal.tsx";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { useKeptValues } from "#lib/auth/use-kept-values.ts";
import {
  emptyEvent,
  eventDraftOf,
  type EventDraft,
  eventForm,
  eventInputOf,
} from "#lib/events/event-draft.ts";
import type { EventsPlace } from "#lib/events/queries.ts";
import { type ClassEvent, eventInput } from "#lib/events/schema.ts";
import { useSaveEvent } from "#lib/events/use-change-event.ts";

interface EventDialogProps {
  place: EventsPlace;
  /** Null for a new one. */
  event: ClassEvent | null;
  opened: boolean;
  onClose: () => void;
}

/** Makes or changes an event; on a phone it fills the screen. */
export function EventDialog({ place, event, opened, onClose }: EventDialogProps) {
  const t = useTranslations("Events");
  const { leave, onChanged } = useLeaving({ opened, question: t("leaveQuestion"), onClose });
  return (
    <Modal
      opened={opened}
      onClose={leave}
      size="lg"
      title={t(event ? "edit" : "make")}
      fillsPhone
      returnFocus={false}
    >
      <EventForm
        place={place}
        event={event}
        onChanged={onChanged}
        onLeave={leave}
        onSaved={onClose}
      />
    </Modal>
  );
}

interface EventFormProps extends Pick<EventDialogProps, "place" | "event"> {
  /** Called when there begins, or ceases, to be something that would be lost. */
  onChanged: (changed: boolean) => void;
  onLeave: () => void;
  onSaved: () => void;
}

/** Ends with its dialog, so that nothing is kept of an event that is saved or discarded. */
function EventForm({ place, event, onChanged, onLeave, onSaved }: EventFormProps) {
  const t = useTranslations("Events");
  const [draft] = useState<EventDraft>(() => (event ? eventDraftOf(event) : emptyEvent()));
  const { form, alert, submit } = useEventForm({ place, event, draft, onSaved });
  const changed = Object.entries(form.values).some(
    ([name, value]) => draft[name as keyof EventDraft] !== value, // the keys of the draft itself
  );
  useEffect(() => onChanged(changed), [onChanged, changed]);
  const field = form.getInputProps;
  const site = useTranslations("Site");
  const optional = (name: "end" | "place" | "text") => site("optional", { label: t(name) });
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <FormAlert message={alert} />
      <TextInput {...field("title")} label={t("name")} required data-autofocus />
      <div className={classes.times}>
        <TextInput {...field("start")} type="datetime-local" label={t("start")} required />
        <TextInput {...field("end")} type="datetime-local" label={optional("end")} />
      </div>
      <TimeZoneField
        {...field("time_zone")}
        size="md"
        label={t("timeZone")}
        nothingFoundMessage={t("timeZoneNotFound")}
      />
      <TextInput {...field("place")} label={optional("place")} autoComplete="off" />
      <Textarea {...field("text")} label={optional("text")} rows={4} resize="vertical" />
      <div className={classes.footer}>
        <Button variant="default" onClick={onLeave}>
          {t("leave")}
        </Button>
        <Button type="submit" loading={form.submitting}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}

interface EventFormOptions extends Pick<EventFormProps, "place" | "event" | "onSaved"> {
  draft: EventDraft;
}

function useEventForm({ place, event, draft, onSaved }: EventFormOptions) {
  const site = useTranslations("Site");
  const { mutateAsync } = useSaveEvent(place, event?.id ?? null);
  const checked = useCheckedForm({
    schema: eventForm,
    initialValues: draft,
    complete: (values) => eventInputOf(values, event),
    send: async (sent) => {
      const { message } = await mutateAsync(eventInput.parse(sent));
      showSuccess(site("success"), message);
      onSaved();
    },
  });
  const subject = event?.id ?? `${place.objectId}-${place.classKey}`;
  useKeptValues(`event-${subject}`, checked.form, draft);
  return checked;
}
