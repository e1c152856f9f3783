"use client";

import { Button, Loader, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { ChoiceField } from "#components/params/choice-field.tsx";
import { RegionFields } from "#components/params/region-fields.tsx";
import classes from "#components/periods/education/missing-institution.module.css";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import { ApiFailure } from "#lib/api/api-client.ts";
import { useAddInstitution } from "#lib/params/use-add-institution.ts";
import { establishmentsQuery, ordinarySchoolsQuery } from "#lib/params/queries.ts";
import type { Named, PlacedInstitution } from "#lib/params/schema.ts";

/** `school`: an ordinary one, which the member adds; `other`: one whose kind the form asks for. */
export interface Missing {
  kind: "school" | "other";
  /** As it was typed. */
  name: string;
  /** As it is shown, such as «школу № 110». */
  title: string;
}

interface MissingInstitutionProps {
  missing: Missing;
  /** The regions that are chosen already. */
  regions: readonly Named[];
  onMade: (institution: PlacedInstitution) => void;
  onLeave: () => void;
}

/**
 * Asks for the missing details of an institution that the lists lack: for a school the district, for another its kind
 * and region. Whatever it was taken for at first, an ordinary school is made, and any other is requested.
 */
export function MissingInstitution({ missing, regions, onMade, onLeave }: MissingInstitutionProps) {
  const t = useTranslations("Education");
  const titleId = useId();
  const entry = useEntry(missing, regions, onMade);
  const box = useRef<HTMLDivElement>(null);
  const { isSent } = entry;
  useEffect(() => {
    box.current?.querySelector<HTMLElement>(isSent ? "button" : "input:enabled")?.focus();
  }, [isSent]);
  const add = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement;
    if (event.key !== "Enter" || event.defaultPrevented || !isField) return;
    // Otherwise the surrounding form would be sent.
    event.preventDefault();
    entry.send();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter is its button
    <div ref={box} role="group" aria-labelledby={titleId} className={classes.box} onKeyDown={add}>
      <p id={titleId} className={classes.title}>
        {missing.kind === "school" ? missing.title : t("requestTitle")}
      </p>
      {entry.sent === null ? (
        <>
          <p className={classes.lead}>{t(entry.isSchool ? "addSchoolLead" : "requestLead")}</p>
          <EntryFields missing={missing} entry={entry} />
          <FormAlert message={entry.alert} />
          <div className={classes.actions}>
            <Button variant="default" onClick={onLeave}>
              {t("addBack")}
            </Button>
            <Button
              aria-busy={entry.isPending}
              leftSection={entry.isPending && <Loader size={16} color="currentColor" aria-hidden />}
              onClick={entry.send}
            >
              {t(entry.isSchool ? "addSchoolDo" : "requestDo")}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p role="status" className={classes.lead}>
            {entry.sent} {t("requestNext")}
          </p>
          <div className={classes.actions}>
            <Button variant="default" onClick={onLeave}>
              {t("requestDone")}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

type Entry = ReturnType<typeof useEntry>;

function EntryFields({ missing, entry }: { missing: Missing; entry: Entry }) {
  const t = useTranslations("Education");
  const establishments = useQuery(establishmentsQuery(useLocale()));
  return (
    <>
      {missing.kind === "other" && (
        <>
          <TextInput
            label={t("requestName")}
            value={entry.name}
            error={entry.errors.name}
            maxLength={255}
            required
            autoComplete="off"
            onChange={(event) => entry.setName(event.currentTarget.value)}
          />
          <ChoiceField
            name="requested_kind"
            label={t("requestKind")}
            value={entry.kind}
            choices={establishments}
            error={entry.errors.establishment_id}
            onChange={entry.setKind}
          />
        </>
      )}
      <RegionFields
        path={entry.path}
        error={entry.errors.region_id}
        toDistrict={entry.isSchool}
        onChange={entry.setPath}
      />
    </>
  );
}

function useEntry(
  missing: Missing,
  regions: readonly Named[],
  onMade: MissingInstitutionProps["onMade"],
) {
  const locale = useLocale();
  const t = useTranslations("Site");
  const [name, setName] = useState(missing.name);
  const [kind, setKind] = useState<Named | null>(null);
  const [path, setPath] = useState(regions);
  const [lacking, setLacking] = useState<Record<string, string>>({});
  const schools = useQuery(ordinarySchoolsQuery(locale)).data;
  const { mutate, data, error, isPending, reset } = useAddInstitution();
  const isKnownSchool = missing.kind === "school";
  const isSchool = isKnownSchool || schools?.some(({ id }) => id === kind?.id) === true;
  const establishmentId = isKnownSchool ? schools?.[0]?.id : kind?.id;
  const regionId = path.at(-1)?.id;

  const send = () => {
    const required = {
      ...(name.trim() === "" && { name: t("required") }),
      ...(establishmentId === undefined && { establishment_id: t("required") }),
      ...(regionId === undefined && { region_id: t("required") }),
    };
    setLacking(required);
    if (establishmentId === undefined || regionId === undefined || name.trim() === "" || isPending)
      return;
    mutate(
      { establishment_id: establishmentId, region_id: regionId, name: name.trim() },
      { onSuccess: ({ institution }) => institution && onMade(institution) },
    );
  };
  /** A change clears the refusal of the former values. */
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setLacking({});
      reset();
    };
  const refused = error instanceof ApiFailure ? error.errors : undefined;
  const errors: Record<string, string | undefined> = {
    ...Object.fromEntries(Object.entries(refused ?? {}).map(([field, said]) => [field, said[0]])),
    ...lacking,
  };
  const sent = data && !data.institution ? data.message : null;
  // For what was known as a school only the district has a field.
  const isShown = isKnownSchool ? Boolean(errors.region_id) : refused !== undefined;
  return {
    name,
    kind,
    path,
    isSchool,
    errors,
    isPending,
    send,
    sent,
    isSent: sent !== null,
    alert: error && !isShown ? (errors.name ?? error.message) : null,
    setName: changing(setName),
    setKind: changing(setKind),
    setPath: changing(setPath),
  };
}
