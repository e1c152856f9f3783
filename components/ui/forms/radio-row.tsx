"use client";

import { type ComponentType, useId } from "react";
import classes from "#components/ui/forms/radio-row.module.css";

interface RadioRowProps<Value extends string> {
  legend: string;
  /** Hides the legend where a heading above says the same. */
  legendHidden?: boolean;
  hint?: string;
  options: readonly { value: Value; label: string; Icon: ComponentType<IconProps> }[];
  /** Null while it is loading and nothing can be chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
}

interface IconProps {
  size: number;
  stroke: number;
  "aria-hidden": "true";
}

/** A row of radio buttons for a few options; the arrow keys change the choice. */
export function RadioRow<Value extends string>({
  legend,
  legendHidden = false,
  hint,
  options,
  value,
  onChange,
}: RadioRowProps<Value>) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <fieldset
      className={classes.root}
      disabled={value === null}
      aria-describedby={hint ? hintId : undefined}
    >
      <legend className={legendHidden ? classes.hidden : classes.legend}>{legend}</legend>
      {hint && (
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
      )}
      <div className={classes.choices} data-many={options.length > 3 || undefined}>
        {options.map(({ value: own, label, Icon }) => (
          <label key={own} className={classes.choice} data-chosen={own === value || undefined}>
            <input
              type="radio"
              name={id}
              className={classes.input}
              checked={own === value}
              onChange={() => onChange(own)}
            />
            <Icon size={20} stroke={1.6} aria-hidden="true" />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
