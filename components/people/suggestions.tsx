"use client";

import "@mantine/core/styles/Anchor.layer.css";
import { ActionIcon, Anchor, Button, VisuallyHidden } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useId, useRef, useState } from "react";
import { Ties } from "#components/auth/ties.tsx";
import classes from "#components/people/suggestions.module.css";
import { Card } from "#components/ui/card.tsx";
import { ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { PersonRow, PersonRows } from "#components/ui/people/person-row.tsx";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import {
  useBeingDismissed,
  useDismissSuggestion,
  useRestoreSuggestion,
} from "#lib/people/use-dismiss-suggestion.ts";
import type { AsOf } from "#lib/api/as-of.ts";
import { suggestionsQuery } from "#lib/people/queries.ts";
import type { Suggestion } from "#lib/people/schema.ts";

interface SuggestionsProps {
  /** How many are shown before "show more". */
  firstMax: number;
  renderActions: (person: AsOf<Suggestion>) => ReactNode;
  /** Replaces the usual title. */
  title?: string | undefined;
  /** Beside the title. */
  action?: ReactNode;
  /** Replaces the section when there is nobody to suggest. */
  whenNone?: ReactNode;
}

/** Suggestions, each with its reasons and a button to dismiss it. */
export function Suggestions({
  firstMax,
  renderActions,
  title,
  action,
  whenNone,
}: SuggestionsProps) {
  const t = useTranslations("People");
  const titleId = useId();
  const place = useRef<HTMLDivElement>(null);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { people, error, isSettled, refetch } = useSuggestions();
  const { mutate } = useDismissal(firstMax);
  if (people?.length === 0 && dismissed === null) return whenNone ?? null;

  const isEmpty = !people?.length;
  const dismiss = ({ id, fullname }: Suggestion) => {
    setDismissed(fullname);
    mutate(id);
    place.current?.focus({ preventScroll: true }); // the row is unmounted, and the focus in it would be lost
  };
  return (
    <Card flush as="section" aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title ?? t("suggestions")}
        </h2>
        {action}
      </div>
      <VisuallyHidden role="status">
        {dismissed !== null && t("dismissed", { name: dismissed })}
      </VisuallyHidden>
      <div ref={place} tabIndex={-1} className={classes.list}>
        {isEmpty && !isSettled && <RowsSkeleton rows={3} />}
        {isEmpty && isSettled && error && (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        )}
        {isEmpty && isSettled && !error && <p className={classes.none}>{t("noMoreSuggestions")}</p>}
        {people && people.length > 0 && (
          <PersonRows label={t("suggestions")}>
            {people.slice(0, isOpen ? undefined : firstMax).map((person) => (
              <SuggestionRow key={person.id} person={person} onDismiss={dismiss}>
                {renderActions(person)}
              </SuggestionRow>
            ))}
          </PersonRows>
        )}
        {people && people.length > firstMax && !isOpen && !action && (
          <div className={classes.more}>
            <Button variant="subtle" onClick={() => setOpen(true)}>
              {t("moreSuggestions")}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** The suggestions without those that the member is dismissing. */
function useSuggestions() {
  const { data, error, isFetching, refetch } = useQuery(suggestionsQuery(useLocale()));
  const leaving = useBeingDismissed();
  const people = data?.people
    .filter(({ id }) => !leaving.has(id))
    .map((person) => ({ ...person, requestedAt: data.requestedAt }));
  return { people, error, isSettled: !isFetching && leaving.size === 0, refetch };
}

function useDismissal(leftMin: number) {
  const t = useTranslations();
  const { onFailed } = useOutcomeToasts();
  const { mutate: restore } = useRestoreSuggestion(onFailed);
  return useDismissSuggestion({
    leftMin,
    onDone: ({ message }, id) => {
      const undo = (
        <Anchor component="button" type="button" onClick={() => restore(id)}>
          {t("People.undoDismissal")}
        </Anchor>
      );
      const said = (
        <>
          {message} {undo}
        </>
      );
      showSuccess(t("Site.success"), said, `dismissed-${id}`);
    },
    onFailed,
  });
}

interface SuggestionRowProps {
  person: Suggestion;
  onDismiss: (person: Suggestion) => void;
  /** Buttons beside the name. */
  children: ReactNode;
}

function SuggestionRow({ person, onDismiss, children }: SuggestionRowProps) {
  const t = useTranslations("People");
  return (
    <PersonRow person={person} detail={<Ties ties={person.reasons} />}>
      {children}
      <ActionIcon
        className={classes.dismiss}
        title={t("dismiss")}
        aria-label={`${t("dismiss")}: ${person.fullname}`}
        onClick={() => onDismiss(person)}
      >
        <IconX size={18} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </PersonRow>
  );
}
