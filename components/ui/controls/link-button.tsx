import type { ComponentProps } from "react";
import classes from "#components/ui/controls/link-button.module.css";

/** A button that looks like a link. */
export function LinkButton(props: Omit<ComponentProps<"button">, "type" | "className">) {
  return <button type="button" className={classes.root} {...props} />;
}
