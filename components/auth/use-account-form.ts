"use client";

import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import type { Challenge } from "#components/auth/challenge.ts";
import { useCarriedValues } from "#components/auth/use-carried-values.ts";
import { type FormSchema, useCheckedForm } from "#components/ui/forms/use-checked-form.ts";

/** Every form before the sign-in ends with a captcha, whose key is filled in when the form is sent. */
type ChallengedValues = Record<string, string> & { captcha: string };

interface AccountFormOptions<Values extends ChallengedValues> {
  /** The name under which the values are carried over to the page in another language. */
  name: string;
  schema: FormSchema;
  /** In the order of the fields on the screen. */
  initialValues: Values;
  challenge: Challenge;
  findFaults?: (values: Values) => Record<string, string>;
  send: (values: Values & { key: string }) => Promise<void>;
}

/** Never carried over to another language: secrets must not be stored, and the captcha is spent. */
const neverCarried = new Set(["password", "password_confirmation", "captcha"]);

/**
 * The behaviour that the forms with a captcha share (S-FAILURES): a failed submit clears and renews the captcha,
 * all other values stay, and all but the passwords are carried over to another language.
 */
export function useAccountForm<Values extends ChallengedValues>({
  name,
  schema,
  initialValues,
  challenge,
  findFaults,
  send,
}: AccountFormOptions<Values>) {
  const { form, alert, submit } = useCheckedForm({
    schema,
    initialValues,
    complete: (values) => ({
      ...values,
      captcha: challenge.answer ?? values.captcha,
      key: challenge.key ?? "",
    }),
    findFaults,
    send: async (values) => send({ ...values, ...(await challenge.renewOld?.()) }),
    onFailure: () => {
      form.setFieldValue("captcha", "");
      challenge.renew();
    },
  });
  const fields = Object.keys(initialValues);
  const adopt = (values: Record<string, string>) => {
    const known = Object.entries(values).filter(([field]) => fields.includes(field));
    if (known.length > 0) form.setValues(Object.fromEntries(known) as Partial<Values>); // names of Values, texts
  };
  const carried = Object.entries<string>({ ...form.values }).filter(
    ([field, value]) => value !== "" && !neverCarried.has(field),
  );
  useCarriedValues(name, Object.fromEntries(carried), adopt);

  const adoptTyped = useEffectEvent(() => {
    const typed = fields.flatMap((field) => {
      const [input] = document.getElementsByName(field);
      return input instanceof HTMLInputElement && input.value
        ? [[field, input.value] as const]
        : [];
    });
    adopt(Object.fromEntries(typed));
  });
  // On a slow network the visitor, or the browser, may fill in fields before this page hydrates.
  useLayoutEffect(() => adoptTyped(), []);

  const { answer } = challenge;
  const forgetFault = useEffectEvent(() => form.clearError("captcha"));
  // The check without a picture has passed, so the error of an earlier answer no longer holds.
  useEffect(() => {
    if (answer !== null) forgetFault();
  }, [answer]);

  return { form, alert, submit: challenge.key === null ? preventDefault : submit };
}

/** Keeps Enter from sending the form while no captcha is loaded. */
function preventDefault(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
