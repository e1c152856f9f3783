"use client";

import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import {
  Button,
  NativeSelect,
  Select,
  type SelectProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import classes from "#components/account/form.module.css";
import { usePersonalForm } from "#components/account/use-personal-form.ts";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import type { Account } from "#lib/account/schema.ts";
import { defaultTimeZone, timeZoneLabel } from "#lib/validation/time-zone-schema.ts";

export interface PersonalFormProps {
  account: Account;
  languages: readonly { locale: string; name: string }[];
  /** Shows this page in another language, once it is saved. */
  onLanguageChange: (locale: string) => void;
}

const hintBelow = {
  inputWrapperOrder: ["label", "input", "description", "error"],
  classNames: { description: classes.hint },
} satisfies TextInputProps;

/** Names, language and time zone of the account; the login is only shown. */
export function PersonalForm({ account, languages, onLanguageChange }: PersonalFormProps) {
  const t = useTranslations("Settings");
  const { form, alert, submit, changed, discard, firstField } = usePersonalForm({
    account,
    locale: useLocale(),
    onLanguageChange,
  });
  const field = form.getInputProps;
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <FormAlert message={alert} />
      <div className={classes.fields} data-columns="2">
        <TextInput
          {...field("surname")}
          ref={firstField}
          label={t("surname")}
          required
          autoComplete="family-name"
        />
        <TextInput {...field("name")} label={t("name")} required autoComplete="given-name" />
        <TextInput
          {...field("patronymic")}
          label={t("patronymic")}
          required
          autoComplete="additional-name"
        />
        <TextInput
          {...hintBelow}
          classNames={{ description: classes.hint, input: classes.readOnly }}
          label={t("login")}
          description={t("loginHint")}
          value={account.email}
          readOnly
          autoComplete="username"
        />
        <NativeSelect
          {...field("locale")}
          {...hintBelow}
          size="md"
          rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden="true" />}
          label={t("language")}
          description={t("languageHint")}
          data={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
        />
        <TimeZoneField
          {...field("time_zone")}
          {...hintBelow}
          label={t("timeZone")}
          description={t("timeZoneHint")}
          placeholder={timeZoneLabel(defaultTimeZone)}
          nothingFoundMessage={t("timeZoneNotFound")}
        />
      </div>
      <div className={classes.actions}>
        {/* Stays focusable while there is nothing to save. */}
        <Button
          type="submit"
          loading={form.submitting}
          aria-disabled={!changed}
          data-disabled={!changed || undefined}
        >
          {t("save")}
        </Button>
        {changed && (
          <Button variant="subtle" onClick={discard}>
            {t("discard")}
          </Button>
        )}
        <span role="status" className={classes.status}>
          {changed && t("unsaved")}
        </span>
      </div>
    </form>
  );
}

interface TimeZoneFieldProps extends Omit<SelectProps, "data" | "value"> {
  value?: string | null;
}

/** Chooses a time zone by name. The options are rendered when the list opens. */
function TimeZoneField({ value, ...field }: TimeZoneFieldProps) {
  const [listed, setListed] = useState(false);
  const zones = useMemo(() => {
    const names = listed ? Intl.supportedValuesOf("timeZone") : [];
    const all = new Set([...names, defaultTimeZone, ...(value ? [value] : [])]);
    return [...all].sort().map((name) => ({ value: name, label: timeZoneLabel(name) }));
  }, [listed, value]);
  return (
    <Select
      {...field}
      value={value ?? null}
      data={zones}
      searchable
      allowDeselect={false}
      maxDropdownHeight={280}
      onFocus={() => setListed(true)}
    />
  );
}
