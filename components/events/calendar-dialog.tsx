"use client";

import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useRef } from "react";
import classes from "#components/events/event-dialog.module.css";
import { useCopying } from "#components/ui/controls/use-copying.ts";
import { ErrorState } from "#components/ui/list-states.tsx";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { Modal } from "#components/ui/overlays/modal.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { calendarQuery } from "#lib/events/queries.ts";
import { useRenewCalendar } from "#lib/events/use-change-event.ts";

/** The secret address by which calendar programs follow the member's events, with buttons to copy and renew it. */
export function CalendarDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations("Events");
  const query = useQuery(calendarQuery(useLocale()));
  const url = query.data;
  const failure = useLoadFailure(query);
  const { copied, copy } = useCopying(t("copyFailed"));
  const confirm = useConfirm();
  const { mutate, isPending } = useRenewCalendar(useOutcomeToasts());
  const address = useRef<HTMLInputElement>(null);
  const renew = async () => {
    if (!(await confirm(t("renewQuestion"), { danger: true }))) return;
    // The button cannot have the focus while it waits.
    address.current?.focus();
    mutate();
  };
  return (
    <Modal opened={opened} onClose={onClose} size="md" title={t("subscribe")} returnFocus={false}>
      <p className={classes.hint}>{t("subscribeLead")}</p>
      {failure ? (
        <ErrorState {...failure} />
      ) : (
        <>
          <TextInput
            ref={address}
            readOnly
            data-autofocus
            label={t("address")}
            value={url ?? ""}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={classes.footer} style={{ marginTop: 16 }}>
            <Button variant="default" loading={isPending} onClick={() => void renew()}>
              {t("renew")}
            </Button>
            <Button disabled={!url} onClick={() => url && void copy(url)}>
              <span aria-live="polite">{t(copied ? "copied" : "copy")}</span>
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}
