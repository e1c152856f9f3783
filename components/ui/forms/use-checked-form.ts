"use client";

import { useForm, type UseFormReturnType } from "@mantine/form";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type * as z from "zod/mini";
import { ApiFailure } from "#lib/api/api-client.ts";
import { fetchOnDemand } from "#lib/browser/fetch-on-demand.ts";
import { useTranslateKey } from "#lib/i18n/use-translate-key.ts";

type FieldErrors = Record<string, string>;

type Schemas = z.ZodMiniType | readonly z.ZodMiniType[];

/** A heavy schema may be loaded later: with the first change, or at the latest when the form is sent. */
export type FormSchema = Schemas | (() => Promise<Schemas>);

interface CheckedFormOptions<Values extends object, Sent extends object> {
  /** All these schemas validate the values, even if one has found an issue. Issues are message keys. */
  schema: FormSchema;
  /** The values that the form begins with, in the order of the fields on the screen. */
  initialValues: Values;
  /** Initial messages, translated. */
  initialErrors?: FieldErrors;
  /** Adds the other values that are validated and sent to those of the fields. */
  complete?: (values: Values) => Sent;
  /** Further faults, translated, that only the server can find. */
  findFaults?: (values: Values) => FieldErrors;
  send: (values: Sent) => Promise<void>;
  /** Called before the failure is shown. */
  onFailure?: () => void;
}

/** The part of the form library that the fields use, typed by the values. */
export interface FormFields<Values extends object> {
  values: Values;
  submitting: boolean;
  /** Clears the message of the changed field and leaves the others. */
  setValues: (changed: Partial<Values>) => void;
  setFieldValue: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  /** The props of an input, whose onChange takes an event or a value. Its name locates it for the focus. */
  getInputProps: <Name extends keyof Values & string>(name: Name) => InputProps<Values[Name]>;
  clearError: (name: keyof Values & string) => void;
}

interface InputProps<Value> {
  name: string;
  value: Value;
  error: string | undefined;
  onChange: (changed: Value | { currentTarget: { value: string } }) => void;
}

/**
 * The behaviour that all forms share (S-FAILURES): the schema validates the values before they are sent. Messages are
 * shown at their fields, the first of which gets the focus; any other message goes to an alert. Typed values stay, and
 * so does the focus on the button.
 */
export function useCheckedForm<Values extends object, Sent extends object = Values>({
  schema,
  initialValues,
  initialErrors,
  complete = (values) => values as object as Sent, // Sent is Values unless completed
  findFaults,
  send,
  onFailure,
}: CheckedFormOptions<Values, Sent>) {
  const translate = useTranslateKey();
  const { schemasNow, fetchSchema } = useFetchedSchema(schema);
  // The library types field names as paths into known values; ours are flat, and only the caller knows them.
  const form = useForm<Record<string, unknown>, Sent>({
    initialValues: initialValues as Record<string, unknown>,
    initialErrors,
    transformValues: (values) => complete(values as Values),
    validate: (values) => {
      const schemas = schemasNow();
      return {
        ...findFaults?.(values as Values),
        ...(schemas && issuesOf(schemas, complete(values as Values), translate)),
      };
    },
  });
  const isChanged = Object.entries(initialValues).some(
    ([name, value]) => form.values[name] !== value,
  );
  const fetchAhead = useEffectEvent(() => void fetchSchema());
  useEffect(() => {
    if (isChanged) fetchAhead();
  }, [isChanged]);
  const names = Object.keys(initialValues);
  const { alert, submit } = useSubmit({ form, names, schemasNow, fetchSchema, send, onFailure });
  return { form: fieldsOf<Values>(form), alert, submit };
}

interface SubmitOptions<Sent> extends ReturnType<typeof useFetchedSchema> {
  form: Pick<
    UseFormReturnType<Record<string, unknown>, Sent>,
    "submitting" | "setSubmitting" | "setErrors" | "onSubmit"
  >;
  /** The names of the fields, in their order on the screen. */
  names: readonly string[];
  send: (values: Sent) => Promise<void>;
  onFailure: (() => void) | undefined;
}

/** Sends the form once its schema is there, and shows why it could not be sent. */
function useSubmit<Sent>({
  form,
  names,
  schemasNow,
  fetchSchema,
  send,
  onFailure,
}: SubmitOptions<Sent>) {
  const t = useTranslations("Problem");
  const [alert, setAlert] = useState<string | null>(null);
  const sending = useRef(false);
  const noteSubmitter = useReturnedFocus(form.submitting);

  const trySending = async (sent: Sent, element: HTMLFormElement) => {
    sending.current = true;
    try {
      await send(sent);
    } catch (failure) {
      onFailure?.();
      const errors = fieldErrorsOf(failure, names);
      form.setErrors(errors);
      if (Object.keys(errors).length > 0) focusFirst(element, names, errors);
      else setAlert(failure instanceof ApiFailure ? failure.message : t("unexpected"));
    }
    sending.current = false;
  };
  const submitWithSchema = async (element: HTMLFormElement) => {
    sending.current = true;
    form.setSubmitting(true);
    const missing = await fetchSchema();
    sending.current = false;
    form.setSubmitting(false);
    if (missing) setAlert(t(missing));
    else element.requestSubmit();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    // The second click of a double click may arrive before the button shows that it is loading.
    if (sending.current) {
      event.preventDefault();
      return;
    }
    setAlert(null);
    noteSubmitter(event.nativeEvent.submitter);
    if (!schemasNow()) {
      event.preventDefault();
      void submitWithSchema(element);
      return;
    }
    form.onSubmit(
      (sent) => trySending(sent, element),
      (errors) => focusFirst(element, names, errors),
    )(event);
  };
  return { alert, submit };
}

type LibraryForm = Pick<
  ReturnType<typeof useForm<Record<string, unknown>>>,
  "values" | "submitting" | "clearFieldError" | "setFieldValue" | "getInputProps"
>;

function fieldsOf<Values extends object>(form: LibraryForm): FormFields<Values> {
  const setFieldValue = (name: string, value: unknown) => form.setFieldValue(name, value);
  return {
    values: form.values as Values,
    submitting: form.submitting,
    clearError: form.clearFieldError,
    setFieldValue,
    // The method of the library clears the messages of all fields.
    setValues: (changed) => {
      for (const [name, value] of Object.entries(changed)) setFieldValue(name, value);
    },
    getInputProps: <Name extends keyof Values & string>(name: Name) =>
      ({ name, ...form.getInputProps(name, { withFocus: false }) }) as InputProps<Values[Name]>, // typed as any
  };
}

/** The schema as it is now, since a choice in the form may change it; null until one to be loaded is there. */
function useFetchedSchema(schema: FormSchema) {
  const fetched = useRef<Schemas | null>(null);
  return {
    schemasNow: () => (typeof schema === "function" ? fetched.current : schema),
    /** Returns why it cannot be loaded, else null. */
    fetchSchema: async () => {
      if (typeof schema !== "function") return null;
      const found = await fetchOnDemand(schema);
      if ("missing" in found) return found.missing;
      fetched.current = found.fetched;
      return null;
    },
  };
}

/**
 * A button is disabled while it shows that it is loading, and so loses the focus. The noted one gets it back once the form
 * has been sent.
 */
function useReturnedFocus(submitting: boolean) {
  const submitter = useRef<HTMLElement>(null);
  useEffect(() => {
    if (submitting) return;
    if (submitter.current?.isConnected && document.activeElement === document.body)
      submitter.current.focus();
    submitter.current = null;
  }, [submitting]);
  return (element: HTMLElement | null) => {
    submitter.current = element ?? submitter.current; // none sends the form again once its schema is there
  };
}

function focusFirst(form: HTMLFormElement, names: readonly string[], errors: object): void {
  const first = names.find((name) => name in errors);
  const named = first === undefined ? null : form.elements.namedItem(first);
  const field = named instanceof RadioNodeList ? named.item(0) : named;
  if (field instanceof HTMLElement) field.focus();
}

/** The first issue of each field. */
function issuesOf(
  schemas: Schemas,
  values: object,
  translate: (key: string) => string,
): FieldErrors {
  const errors: FieldErrors = {};
  const issues = [schemas].flat().flatMap((schema) => schema.safeParse(values).error?.issues ?? []);
  for (const { path, message } of issues) errors[String(path[0])] ??= translate(message);
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
