import { type ReactNode, useId } from "react";
import classes from "#components/ui/forms/field.module.css";

export interface FieldTexts {
  label: ReactNode;
  /** A text below the control, which an error does not replace. */
  description?: ReactNode;
  /** The message about a faulty value. */
  error?: ReactNode;
  /** A text of at most two lines below the control. An error replaces it, so that nothing moves. */
  hint?: ReactNode;
}

/** The attributes that tie a control to its texts. */
interface FieldControl {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps extends FieldTexts {
  children: (control: FieldControl) => ReactNode;
}

/** A control with its label above and its error below. See components/ui/controls/light-button.tsx. */
export function Field({ label, description, error, hint, children }: FieldProps) {
  const id = useId();
  const [descriptionId, belowId] = [`${id}-description`, `${id}-below`];
  const below = error ?? hint;
  const describedBy = [description && descriptionId, below && belowId].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {description && (
        <p id={descriptionId} className={classes.description}>
          {description}
        </p>
      )}
      {below && (
        <p
          id={belowId}
          className={error ? classes.error : classes.hint}
          data-room={hint ? true : undefined}
        >
          {below}
        </p>
      )}
    </div>
  );
}
