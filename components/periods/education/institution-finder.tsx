"use client";

import { InputBase, Loader } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type * as z from "zod/mini";
import classes from "#components/params/choice-field.module.css";
import {
  type Choice,
  ChoiceBox,
  ChoiceList,
  retryValue,
  useChoiceList,
} from "#components/params/choice-list.tsx";
import type { Missing } from "#components/periods/education/missing-institution.tsx";
import { useMissingChoices } from "#components/periods/education/use-missing-choices.ts";
import { typingPauseMs } from "#components/ui/forms/use-search-words.ts";
import type { EducationDraft } from "#lib/periods/education/education-draft.ts";
import { placedObjectQuery, placedObjectsQuery } from "#lib/params/queries.ts";
import type { Named, PlacedInstitution, placedList } from "#lib/params/schema.ts";

interface InstitutionFinderProps {
  /** The choice in the lists below. */
  chosen: Pick<EducationDraft, "establishment_id" | "region_id" | "object_id">;
  firstWords: string;
  /** Its name in the form, where no shown list has it. */
  name?: string;
  error?: string | undefined;
  onFound: (institution: PlacedInstitution) => void;
  /** Called when the text is erased. */
  onClear: () => void;
  /** Called with the typed text for an institution that the lists lack. */
  onMissing: (missing: Missing) => void;
  onWords: (words: string) => void;
}

/** One field that finds an institution of any kind and region by its name, number, abbreviation or former name. */
export function InstitutionFinder({ name, error, ...props }: InstitutionFinderProps) {
  const { establishment_id, region_id, object_id } = props.chosen;
  const t = useTranslations("Education");
  const { words, value, search, details, actions, combobox, ...finding } = useFinding(props);
  const label = t("finder");
  const isBusy = details.asked !== null || (combobox.dropdownOpened && search.choices.isFetching);
  const isUnchosen = !value && Boolean(words?.trim());
  const where = [establishment_id, region_id.at(-1)].flatMap((one) => one?.name ?? []);
  return (
    <ChoiceBox
      store={combobox}
      onSubmit={finding.submit}
      input={
        <InputBase
          data-autofocus
          name={name}
          label={label}
          description={object_id ? where.join(" · ") : t("finderHint")}
          placeholder={t("finderExample")}
          // A typed name is no answer, but the member did fill the field in.
          error={details.error?.message ?? (error && isUnchosen ? t("finderUnchosen") : error)}
          classNames={{ input: classes.input }}
          value={details.asked?.name ?? words ?? value?.name ?? ""}
          title={value?.name}
          spellCheck={false}
          aria-busy={isBusy}
          rightSectionPointerEvents="none"
          rightSection={isBusy && <Loader size={16} aria-hidden />}
          onChange={(event) => finding.type(event.currentTarget.value)}
          // Typing replaces the value.
          onFocus={(event) => {
            if (words === null) event.currentTarget.select();
          }}
          maxLength={255}
          onClick={finding.open}
          onBlur={finding.leave}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // While the field has words, Enter chooses and never submits the form.
            if (words?.trim()) event.preventDefault();
            finding.open();
          }}
        />
      }
    >
      <ChoiceList
        label={label}
        found={search.found}
        words={words}
        chosen={value}
        choices={search.choices}
        none={t(words?.trim() ? "finderNone" : "finderHint")}
        note={search.hasMore ? t("finderMore") : undefined}
        actions={actions}
        areInstitutions
      />
    </ChoiceBox>
  );
}

/** The typed words, what they find, and what becomes of a chosen option. */
function useFinding({
  chosen,
  firstWords,
  onFound,
  onClear,
  onMissing,
  onWords,
}: Omit<InstitutionFinderProps, "name" | "error">) {
  const [words, setWords] = useState<string | null>(firstWords || null);
  const search = useFinderSearch(words ?? "");
  const details = useDetails(chosen, onFound);
  const { found } = search;
  const missing = useMissingChoices(words ?? "", search.isSettled ? found : undefined);
  const combobox = useChoiceList(found, search.areOfFormerWords ? null : words);
  const value = details.asked ?? chosen.object_id;
  return {
    words,
    value,
    search,
    details,
    combobox,
    actions: missing.actions,
    open: () => {
      if (words?.trim()) combobox.openDropdown();
    },
    submit: (option: string) => {
      if (option === retryValue) return void search.choices.refetch();
      const lacking = missing.missingOf(option);
      const institution = found?.find(({ id }) => String(id) === option);
      if (!institution && !lacking) return;
      combobox.closeDropdown();
      if (lacking) onMissing(lacking);
      else if (institution) details.ask(institution, () => setWords(null));
    },
    type: (typed: string) => {
      if (typed === "" && value) onClear();
      details.forget();
      setWords(typed);
      onWords(typed);
      if (typed.trim()) combobox.openDropdown();
      else combobox.closeDropdown();
    },
    leave: () => {
      combobox.closeDropdown();
      // Words without a choice stay, unless they would hide the chosen institution.
      if (value) setWords(null);
    },
  };
}

/** The first page of found institutions, each with its kind and place. */
function useFinderSearch(words: string) {
  const locale = useLocale();
  const [q] = useDebouncedValue(words.trim(), typingPauseMs);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...placedObjectsQuery(locale, q),
    enabled: q !== "",
    select: choicesOf,
  });
  const areOfFormerWords = isPlaceholderData || words.trim() !== q;
  const found = words.trim() ? data?.found : nothing;
  return {
    found,
    areOfFormerWords,
    /** Whether the answer to these words is complete. */
    isSettled: !areOfFormerWords && q !== "" && data !== undefined,
    hasMore: data?.hasMore ?? false,
    choices: {
      data: found,
      error,
      isFetching: isFetching || areOfFormerWords,
      areOfFormerWords,
      refetch,
    },
  };
}

const nothing: Choice[] = [];

const choicesOf = ({ data, meta }: z.infer<typeof placedList>) => ({
  found: data.map(({ id, name, establishment, region }): Choice => ({
    id,
    name,
    detail: `${establishment.name} · ${region.name}`,
  })),
  hasMore: meta.next !== null,
});

/** Loads the regions from the top one down to a found institution. A choice made in the lists meanwhile wins. */
function useDetails(
  { establishment_id, region_id, object_id }: InstitutionFinderProps["chosen"],
  onFound: InstitutionFinderProps["onFound"],
) {
  const client = useQueryClient();
  const locale = useLocale();
  const { mutate, reset, variables, isPending, error } = useMutation({
    mutationFn: ({ id }: Named) => client.query(placedObjectQuery(locale, id)),
  });
  useEffect(() => reset, [establishment_id, region_id, object_id, reset]);
  return {
    /** The institution whose regions are loading. */
    asked: isPending ? variables : null,
    error,
    forget: reset,
    ask: (institution: Named, onDone: () => void) =>
      mutate(institution, {
        onSuccess: (details) => {
          onDone();
          onFound(details);
        },
      }),
  };
}
