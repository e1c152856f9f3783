import type { ComponentPropsWithRef, ReactNode } from "react";
import { Field, type FieldTexts } from "#components/ui/forms/field.tsx";
import classes from "#components/ui/forms/text-field.module.css";

export type TextFieldProps = Omit<ComponentPropsWithRef<"input">, "id"> &
  FieldTexts & {
    /** An element at the end of the input, at most as large as an icon button. */
    ending?: ReactNode;
    /** An element between the label and the input. */
    preface?: ReactNode;
  };

/** A text input that needs no MantineFrame, for the reason in components/ui/controls/light-button.tsx. */
export function TextField({
  label,
  description,
  error,
  hint,
  ending,
  preface,
  className = "",
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} description={description} error={error} hint={hint}>
      {(control) => (
        <>
          {preface}
          <div className={classes.box} data-ending={ending ? true : undefined}>
            <input
              type="text"
              {...input}
              {...control}
              className={`${classes.input} ${className}`.trim()}
            />
            {ending && <span className={classes.ending}>{ending}</span>}
          </div>
        </>
      )}
    </Field>
  );
}
