"use client";

import { Combobox } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/params/choice-field.module.css";
import type { Named } from "#lib/params/schema.ts";

/** What there is to choose from, as a query tells it. */
export interface Choices {
  data: readonly Named[] | undefined;
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
  found: readonly Named[] | undefined;
  chosen: Named | null;
  choices: Choices;
  /** Instead of «nothing found». */
  none?: string | undefined;
}

/** What can be chosen; else why not: on its way, nothing found, or what happened and Retry. */
export function ChoiceList({ label, found = [], chosen, choices, none }: ChoiceListProps) {
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
        {found.map(({ id, name }) => (
          <Combobox.Option
            key={id}
            value={String(id)}
            active={id === chosen?.id}
            aria-selected={id === chosen?.id}
          >
            {name}
            {id === chosen?.id && <IconCheck size={16} stroke={2} aria-hidden="true" />}
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}
