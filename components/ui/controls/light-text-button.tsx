import type { ComponentProps } from "react";
import classes from "#components/ui/controls/light-text-button.module.css";

/**
 * A button that looks like a link, for code that loads outside MantineFrame: see
 * components/ui/controls/light-button.tsx.
 */
export function LightTextButton(props: Omit<ComponentProps<"button">, "type" | "className">) {
  return <button type="button" className={classes.root} {...props} />;
}
