"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import classes from "#components/reports/report-dialog.module.css";
import { Field } from "#components/ui/forms/field.tsx";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { api } from "#lib/api/api-client.ts";
import { useCall } from "#lib/api/use-call.ts";
import { useKeptValues } from "#lib/auth/use-kept-values.ts";
import { messageBody } from "#lib/http/schema.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { type Reported, reportedField } from "#lib/reports/reported.ts";
import {
  reportInput,
  type ReportInput,
  reportReasons,
  reportTextMax,
} from "#lib/reports/schema.ts";

interface ReportFormProps {
  reported: Reported;
  /** Called when there begins, or ceases, to be something that would be lost. */
  onChanged: (changed: boolean) => void;
  onSent: (alsoBlock: boolean) => void;
}

const leads = {
  member: "lead",
  event: "leadEvent",
  chat: "leadChat",
  invitation: "leadInvitation",
  institution: "leadInstitution",
} as const;

const initialValues: { reason: ReportInput["reason"] | ""; text: string } = {
  reason: "",
  text: "",
};

export function ReportForm({ reported, onChanged, onSent }: ReportFormProps) {
  const t = useTranslations("Reports");
  const site = useTranslations("Site");
  const [alsoBlock, setAlsoBlock] = useState(false);
  const report = useSendReport();
  const { form, alert, submit } = useCheckedForm({
    schema: reportInput,
    initialValues,
    complete: (values) => ({ ...values, ...reportedField(reported) }),
    send: async (values) => {
      const { message } = await report.mutateAsync(reportInput.parse(values));
      showSuccess(site("success"), message);
      onSent(alsoBlock);
    },
  });
  useKeptValues(`report-${JSON.stringify(reportedField(reported))}`, form, initialValues);
  const { reason, text } = form.values;
  const changed = reason !== initialValues.reason || text !== initialValues.text;
  useEffect(() => onChanged(changed), [onChanged, changed]);
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <FormAlert message={alert} />
      <p className={classes.lead}>{t(leads[reported.kind], { name: reported.name })}</p>
      <ReasonField
        {...form.getInputProps("reason")}
        kind={reported.kind}
        onChange={(reason) => form.setFieldValue("reason", reason)}
      />
      <ReportText {...form.getInputProps("text")} />
      {reported.kind === "member" && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={alsoBlock}
            onChange={(event) => setAlsoBlock(event.currentTarget.checked)}
          />
          {t("alsoBlock")}
        </label>
      )}
      <Button type="submit" fullWidth loading={form.submitting}>
        {t("send")}
      </Button>
    </form>
  );
}

interface ReportTextProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

function ReportText({ error, ...input }: ReportTextProps) {
  const t = useTranslations("Reports");
  const { length } = input.value;
  return (
    <div>
      <Field label={t("text")} error={error}>
        {(control) => <textarea {...input} {...control} rows={4} className={classes.text} />}
      </Field>
      <p className={classes.counter} data-over={length > reportTextMax}>
        {t("counter", { count: formatNumber(length), max: formatNumber(reportTextMax) })}
      </p>
    </div>
  );
}

interface ReasonFieldProps {
  name: string;
  kind: Reported["kind"];
  /** Empty before a choice. */
  value: ReportInput["reason"] | "";
  error: string | undefined;
  onChange: (reason: ReportInput["reason"]) => void;
}

/** What is false about a member is their name or face, about an institution that there is one. */
const fakes = {
  member: "fake",
  event: "fakeThing",
  chat: "fakeThing",
  invitation: "fakeThing",
  institution: "fakeInstitution",
} as const;

/** One of the reasons, below each other: the arrow keys choose. */
function ReasonField({ name, kind, value, error, onChange }: ReasonFieldProps) {
  const t = useTranslations("Reports");
  const id = useId();
  const [legendId, errorId] = [`${id}-legend`, `${id}-error`];
  return (
    <div
      role="radiogroup"
      aria-labelledby={legendId}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <span id={legendId} className={classes.legend}>
        {t("reason")}
      </span>
      {reportReasons.map((reason, index) => (
        <label key={reason} className={classes.reason}>
          <input
            type="radio"
            name={name}
            value={reason}
            checked={reason === value}
            data-autofocus={index === 0 || undefined} // takes the focus in its dialog
            onChange={() => onChange(reason)}
          />
          {t(reason === "fake" ? fakes[kind] : reason)}
        </label>
      ))}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Reports to the operator; returns the message to show. */
const useSendReport = () =>
  useCall((locale, report: ReportInput) => api.post(`/api/${locale}/reports`, messageBody, report));
