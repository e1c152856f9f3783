import { type ReactNode, useId } from "react";
import classes from "#components/ui/field.module.css";

export interface FieldTexts {
  label: ReactNode;
  description?: ReactNode;
  /** What is wrong with the value. */
  error?: ReactNode;
}

/** What ties a control to the texts around it. */
export interface FieldControl {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps extends FieldTexts {
  children: (control: FieldControl) => ReactNode;
}

/** A control with its label above and what is wrong below. See components/ui/button.tsx. */
export function Field({ label, description, error, children }: FieldProps) {
  const id = useId();
  const [descriptionId, errorId] = [`${id}-description`, `${id}-error`];
  const describedBy = [description && descriptionId, error && errorId].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {description && (
        <p id={descriptionId} className={classes.description}>
          {description}
        </p>
      )}
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
