"use client";

import { useEffect } from "react";
import type * as z from "zod/mini";
import type { FormInDialog } from "#components/periods/period-dialog.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { ApiFailure } from "#lib/api/api-client.ts";
import { useKeptValues } from "#lib/auth/use-kept-values.ts";
import {
  type OwnPeriodsSource,
  type PeriodToSave,
  useSavePeriod,
} from "#lib/periods/use-save-period.ts";
import { isSameDraft } from "#lib/periods/period-draft.ts";
import type { Period } from "#lib/periods/periods.ts";

interface PeriodFormOptions<P extends Period, Draft extends object, Input extends object> {
  own: OwnPeriodsSource<P>;
  /** The period, or where a new one begins: names what is kept of the form when the session ends. */
  name: string;
  /** The initial values. */
  draft: Draft;
  schema: z.ZodMiniType<Input>;
  /** The request body to validate and send. */
  inputOf: (draft: Draft) => object;
  /** The period as the list shows it in an optimistic update. */
  shownAs: (draft: Draft, input: Input) => P;
  dialog: FormInDialog;
}

/**
 * Keeps the form open until the server accepts it: errors of fields are shown at them, any other failure as a toast,
 * and the entered values stay, so that the member can send them again.
 */
export function usePeriodForm<P extends Period, Draft extends object, Input extends object>({
  own,
  name,
  draft,
  schema,
  inputOf,
  shownAs,
  dialog,
}: PeriodFormOptions<P, Draft, Input>) {
  const { onDone, onFailed } = useOutcomeToasts();
  const { mutateAsync } = useSavePeriod(own, {
    onDone,
    onFailed: (failure) => {
      if (!isAboutFields(failure, draft)) onFailed(failure);
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
  useKeptValues(name, form, draft);
  const { onChanged } = dialog;
  const changed = !isSameDraft(form.values, draft);
  useEffect(() => onChanged(changed), [onChanged, changed]);
  return { form, submit };
}

/** Whether the failure names a field of the form; any other is shown as a toast. */
const isAboutFields = (failure: Error, draft: object) =>
  failure instanceof ApiFailure &&
  Object.keys(failure.errors ?? {}).some((field) => field in draft);
