import type { ComponentProps } from "react";
import classes from "#components/ui/viewer/image-lightbox.module.css";

/** An icon button in the bar of the ImageViewer. */
export function ViewerButton(button: ComponentProps<"button"> & { "aria-label": string }) {
  return (
    <button type="button" title={button["aria-label"]} className={classes.button} {...button} />
  );
}
