"use client";

import { VisuallyHidden } from "@mantine/core";
import { IconLock, IconSchool, IconUsers, IconWorld } from "@tabler/icons-react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import classes from "#components/privacy/privacy-settings.module.css";
import { ErrorState } from "#components/ui/list-states.tsx";
import { RadioRow } from "#components/ui/forms/radio-row.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import { api } from "#lib/api/api-client.ts";
import { type ChangeOutcome, usePendingChanges } from "#lib/api/use-pending-changes.ts";
import {
  type Audience,
  type Privacy,
  privacyAnswer,
  privacyChanged,
  type SectionAudience,
} from "#lib/privacy/schema.ts";

const subjects = [
  { subject: "messages", name: "privacyMessages", hint: "privacyMessagesHint" },
  { subject: "last_seen", name: "privacyLastSeen", hint: "privacyLastSeenHint" },
  { subject: "friends", name: "privacyFriends", hint: "privacyFriendsHint" },
] as const satisfies readonly { subject: keyof Privacy; [more: string]: unknown }[];

/** Sections of the profile, for which "classmates" is a choice too (D-SECTIONS). */
const sections = [
  { subject: "images", name: "privacyImages", hint: "privacyImagesHint" },
  { subject: "educations", name: "privacyEducations", hint: "privacyEducationsHint" },
  { subject: "jobs", name: "privacyJobs", hint: "privacyJobsHint" },
  { subject: "media", name: "privacyMedia", hint: "privacyMediaHint" },
] as const satisfies readonly { subject: keyof Privacy; [more: string]: unknown }[];

const suggestionChoices = [
  { value: "everyone", name: "suggestMe", Icon: IconWorld },
  { value: "nobody", name: "suggestMeNot", Icon: IconLock },
] as const satisfies readonly { value: Privacy["suggestions"]; [more: string]: unknown }[];

const audiences = [
  { value: "everyone", name: "privacyEveryone", Icon: IconWorld },
  { value: "friends", name: "privacyOnlyFriends", Icon: IconUsers },
  { value: "nobody", name: "privacyNobody", Icon: IconLock },
] as const satisfies readonly { value: Audience; [more: string]: unknown }[];

const birthdayAudiences = [
  { value: "classmates", name: "privacyClassmates", Icon: IconSchool },
  { value: "friends", name: "privacyOnlyFriends", Icon: IconUsers },
  { value: "nobody", name: "privacyNobody", Icon: IconLock },
] as const satisfies readonly { value: Privacy["birthday"]; [more: string]: unknown }[];

const sectionAudiences = [audiences[0], ...birthdayAudiences] as const satisfies readonly {
  value: SectionAudience;
  [more: string]: unknown;
}[];

/** Who may write and who sees what; each choice applies at once. */
export function PrivacySettings() {
  const t = useTranslations("Settings");
  const { privacy, error, refetch } = usePrivacy();
  return (
    <SettingsCard title={t("privacyTitle")} lead={t("privacyLead")}>
      {!privacy && error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Choices privacy={privacy} />
      )}
    </SettingsCard>
  );
}

/** While the settings load, every choice stands in its place with none chosen. */
function Choices({ privacy }: { privacy: Privacy | undefined }) {
  const t = useTranslations("Settings");
  const { mutate } = useChangePrivacy(useOutcomeToasts());
  return (
    <div className={classes.choices} aria-busy={!privacy}>
      {!privacy && <VisuallyHidden role="status">{t("loading")}</VisuallyHidden>}
      {subjects.map(({ subject, name, hint }) => (
        <RadioRow<Audience>
          key={subject}
          legend={t(name)}
          hint={t(hint)}
          options={audiences.map(({ name: audience, ...option }) => ({
            ...option,
            label: t(audience),
          }))}
          value={privacy?.[subject] ?? null}
          onChange={(audience) => mutate({ [subject]: audience })}
        />
      ))}
      {sections.map(({ subject, name, hint }) => (
        <RadioRow<SectionAudience>
          key={subject}
          legend={t(name)}
          hint={t(hint)}
          options={sectionAudiences.map(({ name: audience, ...option }) => ({
            ...option,
            label: t(audience),
          }))}
          value={privacy?.[subject] ?? null}
          onChange={(audience) => mutate({ [subject]: audience })}
        />
      ))}
      <RadioRow<Privacy["birthday"]>
        legend={t("privacyBirthday")}
        hint={t("privacyBirthdayHint")}
        options={birthdayAudiences.map(({ name, ...option }) => ({ ...option, label: t(name) }))}
        value={privacy?.birthday ?? null}
        onChange={(birthday) => mutate({ birthday })}
      />
      <RadioRow<Privacy["suggestions"]>
        legend={t("privacySuggestions")}
        hint={t("privacySuggestionsHint")}
        options={suggestionChoices.map(({ name, ...option }) => ({
          ...option,
          label: t(name),
        }))}
        value={privacy?.suggestions ?? null}
        onChange={(suggestions) => mutate({ suggestions })}
      />
    </div>
  );
}

const changeKey = ["privacy", "change"];

/** The settings under an optimistic update of pending changes, so that a failure needs no revert. */
function usePrivacy() {
  const { data: saved, error, refetch } = useQuery(privacyQuery(useLocale()));
  const changes = usePendingChanges<Partial<Privacy>>(changeKey);
  const privacy =
    saved && changes.reduce<Privacy>((before, change) => ({ ...before, ...change }), saved);
  return { privacy, error, refetch };
}

/** Sends changes one after another, so that the last choice is the one stored last. */
function useChangePrivacy(outcome: ChangeOutcome) {
  const locale = useLocale();
  const client = useQueryClient();
  return useMutation({
    mutationKey: changeKey,
    scope: { id: "privacy" },
    mutationFn: (change: Partial<Privacy>) => api.put(privacyPath(locale), privacyChanged, change),
    onSuccess: async ({ data, message }) => {
      const { queryKey } = privacyQuery(locale);
      // The answer to an earlier request is older than this choice.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, data);
      outcome.onDone(message);
    },
    onError: outcome.onFailed,
  });
}

const privacyPath = (locale: string) => `/api/${locale}/profile/setting/privacy`;

/** The privacy settings of the member. */
const privacyQuery = (locale: string) =>
  queryOptions({
    queryKey: ["privacy", { locale }],
    queryFn: async ({ signal }) =>
      (await api.get(privacyPath(locale), privacyAnswer, { signal })).data,
  });
