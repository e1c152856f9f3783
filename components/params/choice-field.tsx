"use client";

import { Combobox, InputBase, Loader } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import classes from "#components/params/choice-field.module.css";
import {
  ChoiceBox,
  ChoiceList,
  type Choices,
  retryValue,
  useChoiceList,
} from "#components/params/choice-list.tsx";
import { isName, matchesName } from "#lib/params/match-name.ts";
import type { Named } from "#lib/params/schema.ts";

export interface ChoiceFieldProps {
  /** The name by which the form finds the field. */
  name: string;
  /** The id of that form, where the field does not stand within it. */
  form?: string | undefined;
  label: string;
  value: Named | null;
  choices: Choices;
  onChange: (value: Named | null) => void;
  error?: string | undefined;
  /** Why nothing can be chosen yet, e.g. what to choose first. */
  waitsFor?: string | undefined;
  /** Shown instead of «nothing found» when there are no choices at all. */
  none?: string | undefined;
  /** The placeholder of the empty field, where «choose» says too little or is too long. */
  placeholder?: string;
  /** The field may stay empty, so it has a button that clears it. */
  optional?: boolean;
  /** The on-screen keyboard, e.g. digits for years. */
  inputMode?: "numeric";
  /** The choices are institutions, which the server searches for the words; without it the matching choices are filtered here. */
  onWords?: (words: string) => void;
}

/** Chooses one of many by name. Typed text filters them; the value changes only when one is chosen. */
export function ChoiceField({
  value,
  choices,
  onChange,
  onWords,
  waitsFor,
  none,
  error,
  placeholder,
  optional = false,
  ...input
}: ChoiceFieldProps) {
  const t = useTranslations("Params");
  const typing = useTypedChoice({ value, choices, onChange, onWords });
  const { words, found, combobox } = typing;
  return (
    <ChoiceBox
      store={combobox}
      onSubmit={typing.submit}
      input={
        <InputBase
          {...input}
          required={!optional}
          // A field that is not enabled yet shows no error.
          error={waitsFor === undefined && error}
          classNames={{ input: classes.input }}
          disabled={waitsFor !== undefined}
          placeholder={waitsFor ?? placeholder ?? t("choose")}
          value={words ?? value?.name ?? ""}
          title={value?.name}
          spellCheck={false}
          rightSectionPointerEvents={optional && value ? "all" : "none"}
          rightSection={
            <ChoiceEnd
              isBusy={(choices.isFetching || typing.areOfFormerWords) && combobox.dropdownOpened}
              clearLabel={optional && value ? t("clear", { field: input.label }) : undefined}
              onClear={typing.clear}
            />
          }
          onChange={(event) => {
            const typed = event.currentTarget.value;
            if (typed === "" && value) onChange(null);
            typing.type(typed);
            combobox.openDropdown();
          }}
          // Typing replaces the value.
          onFocus={(event) => event.currentTarget.select()}
          onClick={(event) => {
            if (words === null) event.currentTarget.select();
            combobox.openDropdown();
          }}
          onBlur={typing.leave}
          onKeyDown={(event) => {
            if (event.key === "Escape") typing.type(null);
            // While the list is open, Enter chooses and never submits the form.
            if (event.key === "Enter" && combobox.dropdownOpened) event.preventDefault();
          }}
        />
      }
    >
      <ChoiceList
        label={input.label}
        found={found}
        words={words}
        chosen={value}
        choices={choices}
        none={words ? undefined : none}
        areInstitutions={onWords !== undefined}
      />
    </ChoiceBox>
  );
}

interface ChoiceEndProps {
  isBusy: boolean;
  /** The name of the button that clears the field; without it there is none. */
  clearLabel: string | undefined;
  onClear: () => void;
}

function ChoiceEnd({ isBusy, clearLabel, onClear }: ChoiceEndProps) {
  if (isBusy) return <Loader size={16} aria-hidden />;
  if (clearLabel === undefined) return <Combobox.Chevron />;
  return <Combobox.ClearButton onClear={onClear} aria-label={clearLabel} />;
}

/** The typed words, the choices that they match, and what changes the value. */
function useTypedChoice({
  value,
  choices,
  onChange,
  onWords,
}: Pick<ChoiceFieldProps, "value" | "choices" | "onChange" | "onWords">) {
  const [words, setWords] = useState<string | null>(null);
  const { data, areOfFormerWords = false } = choices;
  const found = useMemo(() => (onWords ? data : pick(data, words)), [onWords, data, words]);
  const combobox = useChoiceList(found, areOfFormerWords ? null : words);
  const type = (typed: string | null) => {
    setWords(typed);
    onWords?.(typed ?? "");
  };
  return {
    words,
    found,
    areOfFormerWords,
    combobox,
    type,
    submit: (chosen: string) => {
      if (chosen === retryValue) return void choices.refetch();
      onChange(found?.find(({ id }) => String(id) === chosen) ?? null);
      combobox.closeDropdown();
      type(null);
    },
    /** Takes the typed text when it names exactly one choice; otherwise the former value stays. */
    leave: () => {
      const meant = meantBy(words ?? "", found, areOfFormerWords);
      if (meant && meant.id !== value?.id) onChange(meant);
      combobox.closeDropdown();
      type(null);
    },
    clear: () => {
      if (value) onChange(null);
      type(null);
    },
  };
}

/** The choice with exactly this name, or else the only one that matches the words. */
function meantBy(words: string, found: readonly Named[] = [], areOfFormerWords: boolean) {
  if (words.trim() === "") return undefined;
  const called = found.filter(({ name }) => isName(name, words));
  const meant = called.length === 0 && !areOfFormerWords ? found : called;
  return meant.length === 1 ? meant[0] : undefined;
}

const pick = (choices: readonly Named[] | undefined, words: string | null) =>
  words ? choices?.filter(({ name }) => matchesName(name, words)) : choices;
