import type { ComponentPropsWithRef } from "react";
import classes from "#components/ui/controls/button.module.css";
import { Spinner } from "#components/ui/spinner.tsx";

const spinnerSizePx = 20;

export interface ButtonLook {
  /** "filled" for the main thing to do; "subtle" for what is seldom wanted. */
  variant?: "filled" | "default" | "subtle" | undefined;
  /** As wide as what is around it. */
  fullWidth?: boolean;
}

type ButtonProps = ComponentPropsWithRef<"button"> & ButtonLook & { loading?: boolean };

/** As Mantine's, for the screens that are opened first: Mantine would be half of their weight. */
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

/** For what is no button and looks like one. */
export function buttonLook({ variant = "filled", fullWidth = false }: ButtonLook, className = "") {
  return {
    className: `${classes.root} ${className}`.trim(),
    "data-variant": variant,
    "data-wide": fullWidth || undefined,
  };
}
