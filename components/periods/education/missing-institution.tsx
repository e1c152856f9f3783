"use client";

import { Button, Loader, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import * as z from "zod/mini";
import { ChoiceField } from "#components/params/choice-field.tsx";
import { RegionFields } from "#components/params/region-fields.tsx";
import classes from "#components/periods/education/missing-institution.module.css";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { ApiFailure } from "#lib/api/api-client.ts";
import { useKeptValues } from "#lib/auth/use-kept-values.ts";
import { newInstitution } from "#lib/params/new-institution-schema.ts";
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
 * and region. Whatever it was taken for at first, an ordinary school is made, and any other is requested. Its fields stand
 * within another form, so they belong by their attribute to a form that has no place on the page.
 */
export function MissingInstitution({ missing, regions, onMade, onLeave }: MissingInstitutionProps) {
  const t = useTranslations("Education");
  const [titleId, formId] = [useId(), useId()];
  const entry = useEntry(missing, regions, onMade);
  const box = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLFormElement>(null);
  const isSent = entry.sent !== null;
  useEffect(() => {
    box.current?.querySelector<HTMLElement>(isSent ? "button" : "input:enabled")?.focus();
  }, [isSent]);
  const add = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement;
    if (event.key !== "Enter" || event.defaultPrevented || !isField) return;
    event.preventDefault();
    element.current?.requestSubmit();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter is its button
    <div ref={box} role="group" aria-labelledby={titleId} className={classes.box} onKeyDown={add}>
      {createPortal(
        <form
          ref={element}
          id={formId}
          hidden
          noValidate
          onSubmit={(event) => {
            // React would hand it to the surrounding form.
            event.stopPropagation();
            entry.submit(event);
          }}
        />,
        document.body,
      )}
      <p id={titleId} className={classes.title}>
        {missing.kind === "school" ? missing.title : t("requestTitle")}
      </p>
      {entry.sent === null ? (
        <>
          <p className={classes.lead}>{t(entry.isSchool ? "addSchoolLead" : "requestLead")}</p>
          <EntryFields missing={missing} entry={entry} formId={formId} />
          <FormAlert message={entry.alert} />
          <div className={classes.actions}>
            <Button variant="default" onClick={onLeave}>
              {t("addBack")}
            </Button>
            {/* Not disabled while loading, because it would lose the focus. */}
            <Button
              type="submit"
              form={formId}
              aria-busy={entry.form.submitting}
              leftSection={
                entry.form.submitting && <Loader size={16} color="currentColor" aria-hidden />
              }
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

interface EntryFieldsProps {
  missing: Missing;
  entry: Entry;
  formId: string;
}

function EntryFields({ missing, entry, formId }: EntryFieldsProps) {
  const t = useTranslations("Education");
  const establishments = useQuery(establishmentsQuery(useLocale()));
  const { values, setFieldValue, getInputProps } = entry.form;
  return (
    <>
      {missing.kind === "other" && (
        <>
          <TextInput
            {...getInputProps("name")}
            form={formId}
            label={t("requestName")}
            maxLength={255}
            required
            autoComplete="off"
          />
          <ChoiceField
            {...getInputProps("establishment_id")}
            form={formId}
            label={t("requestKind")}
            value={values.establishment_id ?? null}
            choices={establishments}
            onChange={(kind) => setFieldValue("establishment_id", kind)}
          />
        </>
      )}
      <RegionFields
        form={formId}
        path={values.region_id}
        error={getInputProps("region_id").error}
        toDistrict={entry.isSchool}
        onChange={(path) => setFieldValue("region_id", path)}
      />
    </>
  );
}

/** In the order of the fields. What was known as a school has one for its district alone. */
interface EntryValues {
  name?: string;
  establishment_id?: Named | null;
  region_id: readonly Named[];
}

const schoolPlace = z.pick(newInstitution, { region_id: true });

function useEntry(
  missing: Missing,
  regions: readonly Named[],
  onMade: MissingInstitutionProps["onMade"],
) {
  const client = useQueryClient();
  const ordinarySchools = ordinarySchoolsQuery(useLocale());
  const schools = useQuery(ordinarySchools).data;
  const { mutateAsync } = useAddInstitution();
  const [sent, setSent] = useState<string | null>(null);
  const isKnownSchool = missing.kind === "school";
  const asked = isKnownSchool ? {} : { name: missing.name, establishment_id: null };
  const initialValues: EntryValues = { ...asked, region_id: regions };
  const { form, alert, submit } = useCheckedForm({
    schema: isKnownSchool ? schoolPlace : newInstitution,
    initialValues,
    complete: ({ name = missing.name, establishment_id, region_id }) => ({
      name: name.trim(),
      establishment_id: establishment_id?.id,
      region_id: region_id.at(-1)?.id,
    }),
    send: async ({ name, region_id, ...given }) => {
      const kinds = isKnownSchool ? await client.query(ordinarySchools) : [];
      const establishment_id = kinds[0]?.id ?? given.establishment_id;
      if (establishment_id === undefined || region_id === undefined)
        throw new Error("an unchecked institution");
      const { message, institution } = await mutateAsync({
        name,
        establishment_id,
        region_id,
      }).catch((failure: unknown) => {
        throw isKnownSchool ? withoutField(failure) : failure;
      });
      if (institution) onMade(institution);
      else setSent(message);
    },
  });
  useKeptValues(`institution-${missing.kind}-${missing.name}`, form, initialValues);
  const kind = form.values.establishment_id;
  const isSchool = isKnownSchool || schools?.some(({ id }) => id === kind?.id) === true;
  return { form, alert, submit, sent, isSchool };
}

/** What is wrong with the name of a school goes to the alert, since it has no field. */
function withoutField(failure: unknown): unknown {
  const said = failure instanceof ApiFailure ? failure.errors?.name?.[0] : undefined;
  return failure instanceof ApiFailure && said !== undefined
    ? new ApiFailure(said, failure)
    : failure;
}
