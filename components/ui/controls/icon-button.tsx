import type { ComponentPropsWithRef } from "react";
import classes from "#components/ui/controls/icon-button.module.css";

type IconButtonProps = ComponentPropsWithRef<"button"> & {
  variant?: "subtle" | "default";
  "aria-label": string;
};

/** A button with an icon alone. See components/ui/controls/button.tsx. */
export function IconButton({ variant = "subtle", className = "", ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={`${classes.root} ${className}`.trim()}
      data-variant={variant}
    />
  );
}
