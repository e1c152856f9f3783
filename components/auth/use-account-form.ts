"use client";

import { schemaResolver, useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { useEffectEvent, useLayoutEffect, useState } from "react";
import type { z } from "zod";
import type { Challenge } from "#components/auth/challenge.ts";
import { ApiFailure } from "#lib/api-client.ts";
import { useTranslateKey } from "#lib/i18n/use-translate-key.ts";

/** Every account form ends with a captcha, whose key is filled in when the form is sent. */
interface ChallengedValues {
  captcha: string;
  key: string;
}

interface AccountFormOptions<Values extends ChallengedValues> {
  schema: z.ZodType<Values, Values>;
  /** In the order of the fields on the screen. */
  initialValues: Values;
  challenge: Challenge;
  send: (values: Values) => Promise<void>;
}

/**
 * The behaviour that the account forms share (specification §8): messages on their fields, any other
 * in an alert; after a failed submit the captcha is cleared and asked anew, all other values stay.
 */
export function useAccountForm<Values extends ChallengedValues>({
  schema,
  initialValues,
  challenge,
  send,
}: AccountFormOptions<Values>) {
  const t = useTranslations("Problem");
  const translate = useTranslateKey();
  const [alert, setAlert] = useState<string | null>(null);
  const form = useForm<Values>({
    initialValues,
    validate: (values) => translated(schemaResolver(schema, { sync: true })(values), translate),
  });
  const fields = Object.keys(initialValues);

  const adoptTyped = useEffectEvent(() => {
    const typed = fields.flatMap((name) => {
      const input = form.getInputNode(name);
      return input instanceof HTMLInputElement && input.value ? [[name, input.value]] : [];
    });
    if (typed.length > 0) form.setValues(Object.fromEntries(typed) as Partial<Values>); // names of Values, texts
  });
  // A slow network: what was typed, or filled in by the browser, before this page ran.
  useLayoutEffect(() => adoptTyped(), []);

  const focusFirst = (errors: Record<string, unknown>) => {
    const field = fields.find((name) => errors[name] !== undefined);
    if (field) form.getInputNode(field)?.focus();
  };

  const fail = (failure: unknown) => {
    const errors = fieldErrorsOf(failure, fields);
    form.setValues((values) => ({ ...values, captcha: "" }));
    form.setErrors(errors);
    challenge.renew();
    if (Object.keys(errors).length > 0) focusFirst(errors);
    else setAlert(failure instanceof ApiFailure ? failure.message : t("unexpected"));
  };

  const submit = form.onSubmit(async (values) => {
    if (form.submitting || challenge.key === null) return;
    setAlert(null);
    await send({ ...values, key: challenge.key }).catch(fail);
  }, focusFirst);

  return { form, alert, submit };
}

/** The first message of each field that the form has. */
function fieldErrorsOf(failure: unknown, fields: readonly string[]): Record<string, string> {
  const errors = failure instanceof ApiFailure ? (failure.errors ?? {}) : {};
  return Object.fromEntries(
    fields.flatMap((field) => {
      const message = errors[field]?.[0];
      return message === undefined ? [] : [[field, message]];
    }),
  );
}

function translated(errors: Record<string, unknown>, translate: (key: string) => string) {
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field, translate(String(message))]),
  );
}
