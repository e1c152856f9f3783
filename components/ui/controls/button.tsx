import type { ComponentPropsWithRef } from "react";
import classes from "#components/ui/controls/button.module.css";
import { Spinner } from "#components/ui/spinner.tsx";

const spinnerSizePx = 20;

export interface ButtonLook {
  /** "filled" for the main action; "subtle" for a rare one. */
  variant?: "filled" | "default" | "subtle" | undefined;
  /** As wide as its container. */
  fullWidth?: boolean;
}

type ButtonProps = ComponentPropsWithRef<"button"> & ButtonLook & { loading?: boolean };

/** Looks like Mantine's button, for the screens that are opened first: Mantine would be half of their weight. */
export function Button({
  variant,
  fullWidth,
  loading = false,
  disabled = false,
  className,
  children,
  ...button
}: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      {...buttonLook({ variant, fullWidth }, className)}
      disabled={disabled || loading}
      data-loading={loading || undefined}
    >
      <span className={classes.label}>{children}</span>
      {loading && (
        <span className={classes.spinner}>
          <Spinner size={spinnerSizePx} />
        </span>
      )}
    </button>
  );
}

/** The props that make another element look like a button. */
export function buttonLook({ variant = "filled", fullWidth = false }: ButtonLook, className = "") {
  return {
    className: `${classes.root} ${className}`.trim(),
    "data-variant": variant,
    "data-wide": fullWidth || undefined,
  };
}
