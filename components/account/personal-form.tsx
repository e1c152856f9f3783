"use client";

import { Button, NativeSelect, TextInput, type TextInputProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import classes from "#components/account/form.module.css";
import { BirthdayField } from "#components/ui/forms/birthday-field.tsx";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import { TimeZoneField } from "#components/ui/forms/time-zone-field.tsx";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { useLeaveWarning } from "#components/ui/forms/use-leave-warning.ts";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { useUpdateAccount } from "#lib/account/use-update-account.ts";
import { type Account, accountInput } from "#lib/account/schema.ts";
import { useKeptValues } from "#lib/auth/use-kept-values.ts";
import { formatDayAndMonth } from "#lib/i18n/format-date.ts";

export interface PersonalFormProps {
  account: Account;
  languages: readonly { locale: string; name: string }[];
  /** Shows this page in the language that the member has chosen, once the account is saved. */
  onLanguageChange: (locale: string) => void;
}

const hintBelow = {
  inputWrapperOrder: ["label", "input", "description", "error"],
  classNames: { description: classes.hint },
} satisfies TextInputProps;

/** Names, language, time zone and birthday of the account; the login is only shown. */
export function PersonalForm({ account, languages, onLanguageChange }: PersonalFormProps) {
  const t = useTranslations("Settings");
  const site = useTranslations("Site");
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
          autoComplete="language"
          description={t("languageHint")}
          data={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
        />
        <TimeZoneField
          {...field("time_zone")}
          {...hintBelow}
          label={site("optional", { label: t("timeZone") })}
          description={t("timeZoneHint")}
          nothingFoundMessage={t("timeZoneNotFound")}
        />
        <BirthdayField
          name="birthday"
          value={form.values.birthday}
          error={field("birthday").error}
          onChange={(birthday) => form.setValues({ birthday })}
        />
      </div>
      <SaveActions changed={changed} submitting={form.submitting} onDiscard={discard} />
    </form>
  );
}

interface SaveActionsProps {
  changed: boolean;
  submitting: boolean;
  onDiscard: () => void;
}

function SaveActions({ changed, submitting, onDiscard }: SaveActionsProps) {
  const t = useTranslations("Settings");
  return (
    <div className={classes.actions}>
      {/* Stays focusable while there is nothing to save. */}
      <Button
        type="submit"
        loading={submitting}
        aria-disabled={!changed}
        data-disabled={!changed || undefined}
      >
        {t("save")}
      </Button>
      {changed && (
        <Button variant="subtle" onClick={onDiscard}>
          {t("discard")}
        </Button>
      )}
      <span role="status" className={classes.status}>
        {changed && t("unsaved")}
      </span>
    </div>
  );
}

interface PersonalFormOptions {
  account: Account;
  /** The language that the page is in, which may be another than that of the account's mails. */
  locale: string;
  onLanguageChange: (locale: string) => void;
}

/** Saves the account. Unsaved values are carried over while the member visits other pages. */
function usePersonalForm({ account, locale, onLanguageChange }: PersonalFormOptions) {
  const t = useTranslations();
  const update = useUpdateAccount();
  const draft = useAccountDraft();
  const firstField = useRef<HTMLInputElement>(null);
  const birthdayNews = (birthday: Account["birthday"]) =>
    birthday
      ? t("Settings.birthdaySaved", { date: formatDayAndMonth(birthday) })
      : t("Settings.birthdayRemoved");
  const saved = draftOf(account);
  const { form, alert, submit } = useCheckedForm({
    schema: accountInput,
    initialValues: { ...saved, ...draft.carried() },
    send: async (input) => {
      if (!changed) return;
      const { data, message } = await update.mutateAsync(input);
      form.setValues(draftOf(data));
      const news = isSameBirthday(saved, data) ? [] : [birthdayNews(data.birthday)];
      showSuccess(t("Site.success"), [message, ...news].join(". "));
      const isChosen = input.locale !== saved.locale;
      if (isChosen && input.locale !== locale) onLanguageChange(input.locale);
    },
  });
  useKeptValues("personal", form, saved);
  const { values } = form;
  const changed = Object.keys(changesOf(values, saved)).length > 0;
  useLeaveWarning(changed && !form.submitting);

  useEffect(() => {
    draft.carryOver(changesOf(values, draftOf(account)));
  }, [draft, account, values]);
  // The form is saved whole, so a field that the member has not changed must not revert what another page has saved.
  useFollowing(account, (before) => {
    form.setValues({ ...saved, ...changesOf(values, draftOf(before)) });
  });
  const discard = () => {
    form.setValues(saved);
    firstField.current?.focus(); // the pressed button is unmounted
  };
  return { form, alert, submit, changed, discard, firstField };
}

/** Calls back when the account has changed elsewhere, with its former values. */
function useFollowing(account: Account, onChange: (before: Account) => void): void {
  const followed = useRef(account);
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (followed.current === account) return;
    change(followed.current);
    followed.current = account;
  }, [account]);
}

function draftOf(account: Account): AccountDraft {
  const { surname, name, patronymic, locale, time_zone, birthday } = account;
  return { surname, name, patronymic, locale, time_zone, birthday };
}

/** The fields in which the values differ from what is saved. */
function changesOf(values: AccountDraft, saved: AccountDraft): Partial<AccountDraft> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => textOf(saved[field as keyof AccountDraft]) !== textOf(value), // the keys of the account itself
    ),
  );
}

const isSameBirthday = (before: AccountDraft, after: Account) =>
  textOf(before.birthday) === textOf(after.birthday);

/** Values are compared as text, because a birthday is a new object with each change. */
const textOf = (value: AccountDraft[keyof AccountDraft]) =>
  value !== null && typeof value === "object" ? `${value.day}.${value.month}` : value;

/** The fields of the form as they are typed. */
type AccountDraft = Record<"surname" | "name" | "patronymic" | "locale", string> & {
  time_zone: string | null;
  birthday: Account["birthday"];
};

const queryKey = ["account", "draft"] as const;

/**
 * Carries over unsaved values while the member visits other pages. They stand in the query cache, because that is
 * cleared when the member signs out.
 */
function useAccountDraft() {
  const client = useQueryClient();
  return useMemo(() => {
    client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
    return {
      carried: () => client.getQueryData<Partial<AccountDraft>>(queryKey),
      carryOver: (changes: Partial<AccountDraft>) => void client.setQueryData(queryKey, changes),
    };
  }, [client]);
}
