"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type * as z from "zod/mini";
import type { FormInDialog } from "#components/params/period-dialog.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { ApiFailure } from "#lib/api/api-client.ts";
import { type OwnPeriods, type PeriodToSave, useSavePeriod } from "#lib/params/change-periods.ts";
import { isSameDraft } from "#lib/params/period-draft.ts";
import type { Period } from "#lib/params/periods.ts";

interface PeriodFormOptions<P extends Period, Draft extends object, Input extends object> {
  own: OwnPeriods<P>;
  /** What it begins with. */
  draft: Draft;
  schema: z.ZodMiniType<Input>;
  /** What is checked. */
  inputOf: (draft: Draft) => object;
  /** What the list shows until the server has answered. */
  shownAs: (draft: Draft, input: Input) => P;
  dialog: FormInDialog;
}

/**
 * The form stays until the server has agreed: its messages stand on their fields, anything else is told in a toast,
 * and what was entered is there to be sent once more.
 */
export function usePeriodForm<P extends Period, Draft extends object, Input extends object>({
  own,
  draft,
  schema,
  inputOf,
  shownAs,
  dialog,
}: PeriodFormOptions<P, Draft, Input>) {
  const t = useTranslations("Site");
  const { mutateAsync } = useSavePeriod(own, {
    onDone: (message) => showSuccess(t("success"), message),
    onFailed: (failure) => {
      if (!isAboutFields(failure, draft)) showFailure(t("failure"), failure.message);
    },
  });
  const { form, submit } = useCheckedForm({
    schema,
    initialValues: draft,
    complete: inputOf,
    send: async (sent) => {
      const input = schema.parse(sent);
      await mutateAsync({ saved: shownAs(form.values, input), input } satisfies PeriodToSave<P>);
      dialog.onSaved();
    },
  });
  const { onChanged } = dialog;
  const changed = !isSameDraft(form.values, draft);
  useEffect(() => onChanged(changed), [onChanged, changed]);
  return { form, submit };
}

/** Then it is told there. */
const isAboutFields = (failure: Error, draft: object) =>
  failure instanceof ApiFailure &&
  Object.keys(failure.errors ?? {}).some((field) => field in draft);
