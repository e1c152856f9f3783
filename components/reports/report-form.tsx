"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ReasonField } from "#components/reports/reason-field.tsx";
import classes from "#components/reports/report-dialog.module.css";
import { Field } from "#components/ui/forms/field.tsx";
import { FormAlert } from "#components/ui/forms/form-alert.tsx";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import type { Person } from "#lib/auth/schema.ts";
import { formatNumber } from "#lib/i18n/format.ts";
import { reportInput, type ReportInput, reportTextMax } from "#lib/reports/schema.ts";
import { useSendReport } from "#lib/reports/send-report.ts";

interface ReportFormProps {
  person: Pick<Person, "id" | "fullname">;
  /** Called on a change that would be lost. */
  onChanged: () => void;
  onSent: (alsoBlock: boolean) => void;
}

const initialValues: { reason: ReportInput["reason"] | ""; text: string } = {
  reason: "",
  text: "",
};

export function ReportForm({ person, onChanged, onSent }: ReportFormProps) {
  const t = useTranslations("Reports");
  const site = useTranslations("Site");
  const [alsoBlock, setAlsoBlock] = useState(false);
  const report = useSendReport();
  const { form, alert, submit } = useCheckedForm({
    schema: reportInput,
    initialValues,
    complete: (values) => ({ ...values, user_id: person.id }),
    send: async (values) => {
      const { message } = await report.mutateAsync(reportInput.parse(values));
      showSuccess(site("success"), message);
      onSent(alsoBlock);
    },
  });
  return (
    <form noValidate className={classes.form} onSubmit={submit} onChange={onChanged}>
      <FormAlert message={alert} />
      <p className={classes.lead}>{t("lead", { name: person.fullname })}</p>
      <ReasonField
        {...form.getInputProps("reason")}
        onChange={(reason) => form.setFieldValue("reason", reason)}
      />
      <ReportText {...form.getInputProps("text")} />
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={alsoBlock}
          onChange={(event) => setAlsoBlock(event.currentTarget.checked)}
        />
        {t("alsoBlock")}
      </label>
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
