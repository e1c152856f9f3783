"use client";

import "@mantine/core/styles/Combobox.layer.css";
import { Combobox, type ComboboxStore, useCombobox } from "@mantine/core";
import { IconCheck, IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ReactElement, type ReactNode, useEffect } from "react";
import classes from "#components/params/choice-field.module.css";
import {
  InstitutionLine,
  type InstitutionLineProps,
} from "#components/params/institution-line.tsx";
import { MarkedText } from "#components/ui/people/marked-text.tsx";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";
import type { Named } from "#lib/params/schema.ts";

export interface Choice extends Named {
  /** A second line that distinguishes it from others of the same name. */
  detail?: string;
}

/** The choices of a query. */
export interface Choices {
  data: readonly Choice[] | undefined;
  error: Error | null;
  isFetching: boolean;
  areOfFormerWords?: boolean;
  refetch: () => unknown;
}

/** The value of the option that retries. */
export const retryValue = "retry";

interface ChoiceBoxProps {
  store: ComboboxStore;
  /** Called with the value of the chosen option. */
  onSubmit: (option: string) => void;
  input: ReactElement;
  /** The list. */
  children: ReactNode;
}

/** A field with a list below it. Within a dialog the list stays part of it, and may reach over its edge. */
export function ChoiceBox({ store, onSubmit, input, children }: ChoiceBoxProps) {
  return (
    <Combobox
      store={store}
      withinPortal={false}
      floatingStrategy="fixed"
      onOptionSubmit={onSubmit}
      classNames={{ dropdown: classes.dropdown, option: classes.option }}
    >
      <Combobox.Target withExpandedAttribute autoComplete="off">
        {input}
      </Combobox.Target>
      {children}
    </Combobox>
  );
}

interface ChoiceListProps {
  label: string;
  /** The choices that match the typed text. */
  found: readonly Choice[] | undefined;
  /** The typed text; null while the field shows the chosen one. */
  words: string | null;
  chosen: Named | null;
  choices: Choices;
  /** Shown instead of «nothing found». */
  none?: string | undefined;
  /** A text below the choices, for example that there are more. */
  note?: string | undefined;
  /** Options below the choices that do something other than choose. */
  actions?: readonly { value: string; label: string }[] | undefined;
  /** The choices are institutions that the server has found, also by names that are not shown. */
  areInstitutions?: boolean;
}

/**
 * The choices or, without any, the reason: they are loading, nothing was found, or loading failed and can be retried.
 */
export function ChoiceList({
  label,
  found = [],
  words,
  chosen,
  choices,
  none,
  note,
  actions = [],
  areInstitutions = false,
}: ChoiceListProps) {
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
        hidden={failure === null && found.length + actions.length === 0}
      >
        {failure && <Combobox.Option value={retryValue}>{t("Layout.retry")}</Combobox.Option>}
        {found.map(({ id, name, detail }) => (
          <Combobox.Option
            key={id}
            value={String(id)}
            active={id === chosen?.id}
            aria-selected={id === chosen?.id}
          >
            <span>
              {areInstitutions ? (
                <FoundInstitution
                  name={name}
                  detail={detail}
                  q={words ?? ""}
                  isOfFormerWords={choices.areOfFormerWords}
                />
              ) : (
                <MarkedText text={name} q={words ?? ""} />
              )}
            </span>
            {id === chosen?.id && <IconCheck size={16} stroke={2} aria-hidden="true" />}
          </Combobox.Option>
        ))}
        {actions.map((action) => (
          <Combobox.Option key={action.value} value={action.value} className={classes.action}>
            <IconPlus size={16} stroke={2} aria-hidden="true" />
            {action.label}
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {note && found.length > 0 && <p className={classes.note}>{note}</p>}
    </Combobox.Dropdown>
  );
}

const FoundInstitution = (found: Omit<InstitutionLineProps, "line">) => (
  <>
    <InstitutionLine {...found} line="name" />{" "}
    <span className={classes.detail}>
      <InstitutionLine {...found} line="detail" />
    </span>
  </>
);

/** Opens at the chosen value; after a search, Enter chooses the first result. The browser's Back closes it. */
export function useChoiceList(found: readonly Named[] | undefined, words: string | null) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { dropdownOpened, selectFirstOption, updateSelectedOptionIndex } = combobox;
  useCloseOnBack(() => combobox.closeDropdown(), dropdownOpened, { isPart: true });
  useEffect(() => {
    if (!dropdownOpened) return;
    if (words) selectFirstOption();
    else updateSelectedOptionIndex("active", { scrollIntoView: true });
  }, [dropdownOpened, found, words, selectFirstOption, updateSelectedOptionIndex]);
  return combobox;
}
