"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Ties } from "#components/auth/ties.tsx";
import classes from "#components/people/suggestions.module.css";
import { Card } from "#components/ui/card.tsx";
import { ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { PersonRow, PersonRows } from "#components/ui/people/person-row.tsx";
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

/**
 * Suggestions, each with its reasons and a button to dismiss it. Whoever is dismissed leaves a note in their place, from
 * which they can be restored for as long as the page is open.
 */
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
  const [isOpen, setOpen] = useState(false);
  const { people, error, isSettled, refetch } = useSuggestions();
  // The note that has the focus goes when its person comes back.
  const keepFocus = () => {
    if (place.current?.contains(document.activeElement))
      place.current.focus({ preventScroll: true });
  };
  const { notes, dismiss, restore } = useDismissal(firstMax, keepFocus);
  if (people?.length === 0 && notes.length === 0) return whenNone ?? null;

  const isEmpty = !people?.length;
  const rows = people && rowsOf(people, isOpen ? people.length : firstMax, notes);
  return (
    <Card flush as="section" aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title ?? t("suggestions")}
        </h2>
        {action}
      </div>
      <div ref={place} tabIndex={-1} className={classes.list}>
        {rows && rows.length > 0 && (
          <PersonRows label={t("suggestions")}>
            {rows.map(({ person, isDismissed }, index) =>
              isDismissed ? (
                <DismissedRow key={person.id} person={person} onRestore={restore} />
              ) : (
                <SuggestionRow
                  key={person.id}
                  person={person}
                  onDismiss={() => dismiss(person, index)}
                >
                  {renderActions(person)}
                </SuggestionRow>
              ),
            )}
          </PersonRows>
        )}
        {isEmpty && !isSettled && <RowsSkeleton rows={3} />}
        {isEmpty && isSettled && error && (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        )}
        {isEmpty && isSettled && !error && <p className={classes.none}>{t("noMoreSuggestions")}</p>}
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

type Person = AsOf<Suggestion>;

/** Says in the place of a row that its person has been dismissed. */
interface Note {
  person: Person;
  /** The place of the row in the list. */
  index: number;
}

/** The first `shownMax` people, and the notes in their places. */
function rowsOf(people: readonly Person[], shownMax: number, notes: readonly Note[]) {
  const rows = people.slice(0, shownMax).map((person) => ({ person, isDismissed: false }));
  for (const { person, index } of notes.toSorted((a, b) => a.index - b.index))
    if (people.every(({ id }) => id !== person.id))
      rows.splice(index, 0, { person, isDismissed: true });
  return rows;
}

function useDismissal(leftMin: number, keepFocus: () => void) {
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const { onFailed } = useOutcomeToasts();
  const forget = (isForgotten: (person: Person) => boolean) =>
    setNotes((known) => known.filter(({ person }) => !isForgotten(person)));
  const restoring = useRestoreSuggestion(onFailed);
  const dismissing = useDismissSuggestion({
    leftMin,
    onFailed: (failure, id) => {
      keepFocus();
      forget((person) => person.id === id);
      onFailed(failure);
    },
  });
  return {
    notes,
    dismiss: (person: Person, index: number) => {
      forget(({ id }) => id === person.id);
      setNotes((known) => [...known, { person, index }]);
      dismissing.mutate(person.id);
    },
    restore: (restored: Person) => {
      keepFocus();
      // Not by their id: they may have been dismissed again by then.
      restoring.mutateAsync(restored.id).then(
        () => forget((person) => person === restored),
        () => undefined, // a toast tells it
      );
    },
  };
}

interface DismissedRowProps {
  person: Person;
  onRestore: (person: Person) => void;
}

function DismissedRow({ person, onRestore }: DismissedRowProps) {
  const t = useTranslations("People");
  const textId = useId();
  const row = useRef<HTMLLIElement>(null);
  // The row that stood here had the focus.
  useEffect(() => row.current?.focus({ preventScroll: true }), []);
  return (
    <li ref={row} tabIndex={-1} className={classes.dismissed} aria-labelledby={textId}>
      <span id={textId} className={classes.note}>
        {t("dismissed", { name: person.fullname })}
      </span>
      <Button variant="subtle" onClick={() => onRestore(person)}>
        {t("undoDismissal")}
      </Button>
    </li>
  );
}

interface SuggestionRowProps {
  person: Suggestion;
  onDismiss: () => void;
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
        onClick={onDismiss}
      >
        <IconX size={18} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
    </PersonRow>
  );
}
