"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { useLeaveWarning } from "#components/ui/forms/use-leave-warning.ts";
import { type AccountDraft, useAccountDraft } from "#lib/account/account-draft.ts";
import { useUpdateAccount } from "#lib/account/mutations.ts";
import { type Account, accountInput } from "#lib/account/schema.ts";

interface PersonalFormOptions {
  account: Account;
  /** The language that the page is in. */
  locale: string;
  onLanguageChange: (locale: string) => void;
}

/** Saves the account. Unsaved values are carried over while the member visits other pages. */
export function usePersonalForm({ account, locale, onLanguageChange }: PersonalFormOptions) {
  const t = useTranslations("Site");
  const update = useUpdateAccount();
  const draft = useAccountDraft();
  const firstField = useRef<HTMLInputElement>(null);
  const [savedLocale, setSavedLocale] = useState(locale);
  const saved = draftOf(account, savedLocale);
  const { form, alert, submit } = useCheckedForm({
    schema: accountInput,
    initialValues: draft.kept() ?? saved,
    send: async (input) => {
      if (!changed) return;
      const { data, message } = await update.mutateAsync(input);
      form.setValues(draftOf(data, input.locale));
      setSavedLocale(input.locale);
      showSuccess(t("success"), message);
      if (input.locale !== locale) onLanguageChange(input.locale);
    },
  });
  const { values } = form;
  const changed = isChanged(values, saved);
  useLeaveWarning(changed && !form.submitting);

  useEffect(() => draft.keep(changed ? values : null), [draft, changed, values]);
  useFollowing(account, (before) => {
    if (!isChanged(values, draftOf(before, savedLocale))) form.setValues(saved);
  });
  const discard = () => {
    form.setValues(saved);
    firstField.current?.focus(); // the pressed button is gone
  };
  return { form, alert, submit, changed, discard, firstField };
}

/** Calls back when the account has changed elsewhere, with what it was before. */
function useFollowing(account: Account, onChange: (before: Account) => void): void {
  const followed = useRef(account);
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (followed.current === account) return;
    change(followed.current);
    followed.current = account;
  }, [account]);
}

function draftOf({ surname, name, patronymic, time_zone }: Account, locale: string): AccountDraft {
  return { surname, name, patronymic, locale, time_zone };
}

function isChanged(values: AccountDraft, saved: AccountDraft): boolean {
  return Object.entries(values).some(
    ([field, value]) => saved[field as keyof AccountDraft] !== value,
  ); // its own fields
}
