"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useRef } from "react";
import classes from "#components/account/session-list.module.css";
import { SessionRow } from "#components/account/session-row.tsx";
import { useConfirm } from "#components/ui/confirm-modal.tsx";
import { ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts.ts";
import { useEndOtherSessions, useEndSession } from "#lib/account/mutations.ts";
import { sessionsQuery } from "#lib/account/queries.ts";

const skeletonRows = 2;

/** Where the account is signed in, and the way to sign out there. */
export function SessionList() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery(useLocale()));
  const list = useRef<HTMLUListElement>(null);
  const { end, endOthers, ending } = useEnding(() => list.current?.focus());
  const t = useTranslations("Settings");
  if (!sessions && error)
    return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!sessions) return <RowsSkeleton rows={skeletonRows} />;
  return (
    <>
      <ul ref={list} tabIndex={-1} className={classes.rows} aria-label={t("sessionsTitle")}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} busy={ending} onEnd={end} />
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <Button
          variant="default"
          classNames={{ root: classes.others, label: classes.othersText }}
          loading={ending}
          onClick={() => void endOthers()}
        >
          {t("endOthers")}
        </Button>
      )}
    </>
  );
}

/** `onEnded`: what was pressed goes with the session, so the focus needs another place. */
function useEnding(onEnded: () => void) {
  const t = useTranslations();
  const confirm = useConfirm();
  const one = useEndSession();
  const others = useEndOtherSessions();
  const answers = {
    onSuccess: ({ message }: { message: string }) => {
      showSuccess(t("Site.success"), message);
      onEnded();
    },
    onError: ({ message }: Error) => showFailure(t("Site.failure"), message),
  };
  const end = async (id: number, device: string) => {
    if (await confirm(t("Settings.endSessionQuestion", { device }))) one.mutate(id, answers);
  };
  const endOthers = async () => {
    if (await confirm(t("Settings.endOthersQuestion"))) others.mutate(undefined, answers);
  };
  return { end, endOthers, ending: one.isPending || others.isPending };
}
