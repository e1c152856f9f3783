"use client";

import { Combobox, useCombobox } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import classes from "#components/params/choice-field.module.css";
import type { Named } from "#lib/params/schema.ts";

export interface Choice extends Named {
  /** A second line that tells it from others of the name. */
  detail?: string;
}

/** What there is to choose from, as a query tells it. */
export interface Choices {
  data: readonly Choice[] | undefined;
  error: Error | null;
  isFetching: boolean;
  /** `data` is still that of other words. */
  isBehind?: boolean;
  refetch: () => unknown;
}

/** The value of the option that asks once more. */
export const retryValue = "retry";

interface ChoiceListProps {
  label: string;
  /** Of the choices, those that match what was typed. */
  found: readonly Choice[] | undefined;
  chosen: Named | null;
  choices: Choices;
  /** Instead of «nothing found». */
  none?: string | undefined;
  /** Stands below the choices, e.g. that they are not all. */
  note?: string | undefined;
}

/** What can be chosen; else why not: on its way, nothing found, or what happened and Retry. */
export function ChoiceList({ label, found = [], chosen, choices, none, note }: ChoiceListProps) {
  const t = useTranslations();
  const failure = choices.data ? null : choices.error;
  const nothing = choices.data ? (none ?? t("Params.nothingFound")) : t("Layout.loading");
  return (
    <Combobox.Dropdown>
      {(failure !== null || found.length === 0) && (
        <p className={classes.state} role={failure ? "alert" : "status"}>
          {failure && !choices.isFetching ? failure.message : nothing}
        </p>
      )}
      <Combobox.Options
        className={classes.options}
        aria-label={label}
        aria-busy={choices.isFetching}
        hidden={failure === null && found.length === 0}
      >
        {failure && <Combobox.Option value={retryValue}>{t("Layout.retry")}</Combobox.Option>}
        {found.map(({ id, name, detail }) => (
          <Combobox.Option
            key={id}
            value={String(id)}
            active={id === chosen?.id}
            aria-selected={id === chosen?.id}
          >
            {detail === undefined ? (
              name
            ) : (
              <span>
                {name} <span className={classes.detail}>{detail}</span>
              </span>
            )}
            {id === chosen?.id && <IconCheck size={16} stroke={2} aria-hidden="true" />}
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {note && found.length > 0 && <p className={classes.note}>{note}</p>}
    </Combobox.Dropdown>
  );
}

/** Opens at what is chosen; when words were found, Enter takes the first of them. */
export function useChoiceList(found: readonly Named[] | undefined, words: string | null) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { dropdownOpened, selectFirstOption, updateSelectedOptionIndex } = combobox;
  useEffect(() => {
    if (!dropdownOpened) return;
    if (words) selectFirstOption();
    else updateSelectedOptionIndex("active", { scrollIntoView: true });
  }, [dropdownOpened, found, words, selectFirstOption, updateSelectedOptionIndex]);
  return combobox;
}
