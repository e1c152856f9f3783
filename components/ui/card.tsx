import type { ComponentPropsWithRef, ElementType } from "react";
import classes from "#components/ui/card.module.css";

type CardProps = ComponentPropsWithRef<"div"> & {
  /** The HTML element to render, e.g. "section". */
  as?: ElementType;
  /** Without inner space, for lists whose rows reach the edges. */
  flush?: boolean;
};

export function Card({ as: Element = "div", flush = false, className, ...rest }: CardProps) {
  return (
    <Element
      className={[classes.root, flush ? undefined : classes.padded, className]
        .filter(Boolean)
        .join(" ")}
      {...rest}
    />
  );
}
