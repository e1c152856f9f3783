"use client";

import { useTranslations } from "next-intl";
import { type SubmitEvent, useRef, useState } from "react";
import type * as z from "zod/mini";
import { type FieldErrors, useFields } from "#components/ui/use-fields.ts";
import { ApiFailure } from "#lib/api-client.ts";
import { useTranslateKey } from "#lib/i18n/use-translate-key.ts";

interface CheckedFormOptions<Values extends object, Sent extends object> {
  /** Of what is sent; its issues are keys of messages. */
  schema: z.ZodMiniType;
  /** In the order of the fields on the screen. */
  initialValues: Values;
  /** Messages to begin with, translated. */
  initialErrors?: FieldErrors;
  /** What is checked and sent, where that is not just what the fields hold. */
  complete?: (values: Values) => Sent;
  send: (values: Sent) => Promise<void>;
  /** Comes before the failure is shown. */
  onFailure?: () => void;
}

export type FormFields<Values extends object> = Omit<
  ReturnType<typeof useFields<Values>>,
  "setErrors"
>;

/**
 * What all forms share (specification §8): checked by the schema before anything is sent; messages stand on
 * their fields and the first of them gets the focus, any other goes to an alert; what was typed stays.
 */
export function useCheckedForm<Values extends object, Sent extends object = Values>({
  schema,
  initialValues,
  initialErrors,
  complete,
  send,
  onFailure,
}: CheckedFormOptions<Values, Sent>) {
  const unexpected = useTranslations("Problem")("unexpected");
  const translate = useTranslateKey();
  const [alert, setAlert] = useState<string | null>(null);
  const [submitting, setSubmitting] = useState(false);
  const sending = useRef(false);
  const { setErrors, ...fields } = useFields(initialValues, initialErrors);
  const names = Object.keys(initialValues);

  /** False when there is nothing to show. */
  const show = (form: HTMLFormElement, errors: FieldErrors): boolean => {
    setErrors(errors);
    const first = names.find((name) => errors[name] !== undefined);
    const named = first === undefined ? null : form.elements.namedItem(first);
    const field = named instanceof RadioNodeList ? named.item(0) : named;
    if (field instanceof HTMLElement) field.focus();
    return first !== undefined;
  };

  const trySending = async (form: HTMLFormElement, sent: Sent) => {
    try {
      await send(sent);
    } catch (failure) {
      onFailure?.();
      if (show(form, fieldErrorsOf(failure, names))) return;
      setAlert(failure instanceof ApiFailure ? failure.message : unexpected);
    }
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A double click comes before the button shows that it works.
    if (sending.current) return;
    const sent = complete?.(fields.values) ?? (fields.values as object as Sent); // Sent is Values unless completed
    const form = event.currentTarget;
    if (show(form, issuesOf(schema, sent, translate))) return;
    sending.current = true;
    setSubmitting(true);
    setAlert(null);
    await trySending(form, sent);
    sending.current = false;
    setSubmitting(false);
  };

  return {
    form: { ...fields, submitting },
    alert,
    submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
  };
}

/** The first issue of each field. */
function issuesOf(
  schema: z.ZodMiniType,
  values: object,
  translate: (key: string) => string,
): FieldErrors {
  const { error } = schema.safeParse(values);
  const errors: FieldErrors = {};
  for (const { path, message } of error?.issues ?? [])
    errors[String(path[0])] ??= translate(message);
  return errors;
}

/** The first message of each field that the form has. */
function fieldErrorsOf(failure: unknown, names: readonly string[]): FieldErrors {
  const errors = failure instanceof ApiFailure ? (failure.errors ?? {}) : {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const message = errors[name]?.[0];
      return message === undefined ? [] : [[name, message]];
    }),
  );
}
