"use client";

import { Button, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "#components/events/event-dialog.module.css";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import { TimeZoneField } from "#components/ui/forms/time-zone-field.tsx";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { useLeaveWarning } from "#components/ui/forms/use-leave-warning.ts";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { Modal } from "#components/ui/overlays/modal.tsx";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
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
  const confirm = useConfirm();
  const [draft] = useState<EventDraft>(() => (event ? eventDraftOf(event) : emptyEvent()));
  const [asking, setAsking] = useState(false);
  const { form, alert, submit } = useEventForm({ place, event, draft, onSaved: onClose });
  const changed = Object.entries(form.values).some(
    ([name, value]) => draft[name as keyof EventDraft] !== value, // the keys of the draft itself
  );
  useLeaveWarning(opened && changed);
  const leave = async () => {
    if (asking) return;
    setAsking(true);
    const agreed = !changed || (await confirm(t("leaveQuestion"), { danger: true }));
    setAsking(false);
    if (agreed) onClose();
  };
  const field = form.getInputProps;
  const site = useTranslations("Site");
  const optional = (name: "end" | "place" | "text") => site("optional", { label: t(name) });
  return (
    <Modal
      opened={opened}
      onClose={() => void leave()}
      size="lg"
      title={t(event ? "edit" : "make")}
      fillsPhone
      closeOnEscape={!asking} // Escape belongs to the confirmation on top
      returnFocus={false}
    >
      <form noValidate onSubmit={submit} className={classes.form}>
        <FormAlert message={alert} />
        <TextInput {...field("title")} label={t("name")} required data-autofocus maxLength={120} />
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
          <Button variant="default" onClick={() => void leave()}>
            {t("leave")}
          </Button>
          <Button type="submit" loading={form.submitting}>
            {t("save")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface EventFormOptions extends Pick<EventDialogProps, "place" | "event"> {
  draft: EventDraft;
  onSaved: () => void;
}

function useEventForm({ place, event, draft, onSaved }: EventFormOptions) {
  const site = useTranslations("Site");
  const { mutateAsync } = useSaveEvent(place, event?.id ?? null);
  return useCheckedForm({
    schema: eventForm(event?.start),
    initialValues: draft,
    complete: eventInputOf,
    send: async (sent) => {
      const { message } = await mutateAsync(eventInput.parse(sent));
      showSuccess(site("success"), message);
      onSaved();
    },
  });
}
