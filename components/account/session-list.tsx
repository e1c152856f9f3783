"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useRef } from "react";
import classes from "#components/account/session-list.module.css";
import { SessionRow } from "#components/account/session-row.tsx";
import { usePasswordQuestion } from "#components/account/use-password-question.ts";
import { NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { useEndOtherSessions, useEndSession } from "#lib/account/use-update-account.ts";
import { sessionsQuery } from "#lib/account/queries.ts";

const skeletonRows = 2;

/** The sessions of the account, each with a button to sign it out. */
export function SessionList() {
  const query = useQuery(sessionsQuery(useLocale()));
  const sessions = query.data;
  const list = useRef<HTMLUListElement>(null);
  const { end, endOthers, ending, dialog } = useEnding(() => list.current?.focus());
  const t = useTranslations("Settings");
  if (!sessions) return <NotLoaded query={query} skeleton={<RowsSkeleton rows={skeletonRows} />} />;
  return (
    <>
      <ul ref={list} tabIndex={-1} className={classes.rows} aria-label={t("sessionsTitle")}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} busy={ending} onEnd={end} />
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <Button variant="default" className={classes.others} loading={ending} onClick={endOthers}>
          {t("endOthers")}
        </Button>
      )}
      {dialog}
    </>
  );
}

/** `onEnded` gives the focus another place, because the pressed button disappears with the session. */
function useEnding(onEnded: () => void) {
  const t = useTranslations();
  const { ask, dialog } = usePasswordQuestion();
  const one = useEndSession();
  const others = useEndOtherSessions();
  const show = ({ message }: { message: string }) => showSuccess(t("Site.success"), message);
  const end = (id: number, device: string) =>
    ask({
      text: t("Settings.endSessionQuestion", { device }),
      action: t("Settings.endSession"),
      send: async (input) => show(await one.mutateAsync({ ...input, id })),
      onDone: onEnded,
    });
  const endOthers = () =>
    ask({
      text: t("Settings.endOthersQuestion"),
      action: t("Settings.endSession"),
      send: async (input) => show(await others.mutateAsync(input)),
      onDone: onEnded,
    });
  return { end, endOthers, ending: one.isPending || others.isPending, dialog };
}
