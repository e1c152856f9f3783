/*
 * Buttons for code that loads outside MantineFrame: the pages of visitors, error.tsx, and the shared parts that these
 * import. They look like Mantine's, which would be half of the weight of the screens that are opened first. Code that
 * only pages inside MantineFrame load uses Mantine's Button, ActionIcon and Anchor instead. A test enforces both.
 */
import type { ComponentProps, ComponentPropsWithRef, ReactNode } from "react";
import classes from "#components/ui/controls/light-button.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { Spinner } from "#components/ui/spinner.tsx";

const spinnerSizePx = 20;

interface ButtonLook {
  /** "filled" for the main action; "subtle" for a rare one. */
  variant?: "filled" | "default" | "subtle" | undefined;
  /** As wide as its container. */
  fullWidth?: boolean;
}

type LightButtonProps = ComponentPropsWithRef<"button"> &
  ButtonLook & {
    loading?: boolean;
    /** An icon before the text. */
    icon?: ReactNode;
  };

export function LightButton({
  variant,
  fullWidth,
  loading = false,
  disabled = false,
  icon,
  className,
  children,
  ...button
}: LightButtonProps) {
  return (
    <button
      type="button"
      {...button}
      {...buttonLook({ variant, fullWidth }, className)}
      disabled={disabled || loading}
      data-loading={loading || undefined}
    >
      {icon && <span className={classes.start}>{icon}</span>}
      <span className={classes.label}>{children}</span>
      {loading && (
        <span className={classes.spinner}>
          <Spinner size={spinnerSizePx} />
        </span>
      )}
    </button>
  );
}

type LightButtonLinkProps = ComponentProps<typeof RouteLink> & ButtonLook;

export function LightButtonLink({ variant, fullWidth, className, ...link }: LightButtonLinkProps) {
  return <RouteLink {...link} {...buttonLook({ variant, fullWidth }, className)} />;
}

/** The props that make another element look like a button. */
export function buttonLook(
  { variant = "filled", fullWidth = false }: ButtonLook = {},
  className = "",
) {
  return {
    className: `${classes.root} ${className}`.trim(),
    "data-variant": variant,
    "data-wide": fullWidth || undefined,
  };
}

type LightIconButtonProps = ComponentPropsWithRef<"button"> & {
  variant?: "subtle" | "default";
  "aria-label": string;
};

export function LightIconButton({
  variant = "subtle",
  className = "",
  ...button
}: LightIconButtonProps) {
  return <button type="button" {...button} {...iconLook(variant, className)} />;
}

/** The props that make another element look like a button with an icon alone. */
export const iconLook = (variant: "subtle" | "default", className = "") => ({
  className: `${classes.icon} ${className}`.trim(),
  "data-variant": variant,
});
