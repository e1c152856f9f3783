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
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { type ChangeOutcome, usePendingChanges } from "#lib/api/use-pending-changes.ts";
import { type Privacy, privacyAnswer, privacyChanged } from "#lib/privacy/schema.ts";

const everyone = { value: "everyone", name: "privacyEveryone", Icon: IconWorld } as const;
const classmates = { value: "classmates", name: "privacyClassmates", Icon: IconSchool } as const;
const friends = { value: "friends", name: "privacyOnlyFriends", Icon: IconUsers } as const;
const nobody = { value: "nobody", name: "privacyNobody", Icon: IconLock } as const;

const audiences = [everyone, friends, nobody] as const;
/** Of sections of the profile (D-SECTIONS). */
const sectionAudiences = [everyone, classmates, friends, nobody] as const;

const questions = [
  { subject: "messages", name: "privacyMessages", choices: audiences },
  { subject: "last_seen", name: "privacyLastSeen", choices: audiences },
  { subject: "friends", name: "privacyFriends", choices: audiences },
  { subject: "images", name: "privacyImages", choices: sectionAudiences },
  { subject: "educations", name: "privacyEducations", choices: sectionAudiences },
  { subject: "jobs", name: "privacyJobs", choices: sectionAudiences },
  { subject: "media", name: "privacyMedia", choices: sectionAudiences },
  { subject: "birthday", name: "privacyBirthday", choices: [classmates, friends, nobody] },
  {
    subject: "suggestions",
    name: "privacySuggestions",
    choices: [
      { ...everyone, name: "suggestMe" },
      { ...nobody, name: "suggestMeNot" },
    ],
  },
] as const satisfies readonly Question[];

type Question = {
  [Subject in keyof Privacy]: {
    subject: Subject;
    name: string;
    choices: readonly { value: Privacy[Subject]; name: string; Icon: typeof IconWorld }[];
  };
}[keyof Privacy];

/** Who may write and who sees what; each choice applies at once. */
export function PrivacySettings() {
  const t = useTranslations("Settings");
  const { privacy, failure } = usePrivacy();
  return (
    <SettingsCard title={t("privacyTitle")} lead={t("privacyLead")}>
      {failure ? <ErrorState {...failure} /> : <Choices privacy={privacy} />}
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
      {questions.map(({ subject, name, choices }) => (
        <RadioRow<Privacy[keyof Privacy]>
          key={subject}
          legend={t(name)}
          hint={t(`${name}Hint`)}
          options={choices.map(({ name: choice, ...option }) => ({ ...option, label: t(choice) }))}
          value={privacy?.[subject] ?? null}
          onChange={(value) => mutate({ [subject]: value })}
        />
      ))}
    </div>
  );
}

const changeKey = ["privacy", "change"];

/** The settings under an optimistic update of pending changes, so that a failure needs no revert. */
function usePrivacy() {
  const query = useQuery(privacyQuery(useLocale()));
  const saved = query.data;
  const changes = usePendingChanges<Partial<Privacy>>(changeKey);
  const privacy =
    saved && changes.reduce<Privacy>((before, change) => ({ ...before, ...change }), saved);
  return { privacy, failure: useLoadFailure(query) };
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
