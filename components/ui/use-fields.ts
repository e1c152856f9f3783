"use client";

import { useState } from "react";

export type FieldErrors = Partial<Record<string, string>>;

/** Values and messages of a form's fields; a message goes as its field is changed. */
export function useFields<Values extends object>(
  initialValues: Values,
  initialErrors: FieldErrors = {},
) {
  const [values, setAllValues] = useState(initialValues);
  const [errors, setErrors] = useState(initialErrors);

  const setValues = (changed: Partial<Values>) => {
    setAllValues((before) => ({ ...before, ...changed }));
    setErrors((before) => without(before, Object.keys(changed)));
  };
  const setFieldValue = <Name extends keyof Values & string>(name: Name, value: Values[Name]) =>
    setValues({ [name]: value } as object); // a computed name widens to string

  /** For an input whose value is text; it is found again by its name. */
  const getInputProps = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setFieldValue(name, event.currentTarget.value as Values[Name]), // inputs hold texts
  });

  return { values, setValues, setFieldValue, setErrors, getInputProps };
}

function without(errors: FieldErrors, names: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}
