"use client";

import classes from "#components/layout/brand/logo.module.css";
import { Mark } from "#components/layout/mark.tsx";
import { useBrand } from "#components/layout/brand/use-brand.ts";

interface LogoImageProps {
  /** "accent" on the page and on cards, "white" on the accent colour, "mono" in the colour of the text around. */
  color: "accent" | "white" | "mono";
  /** Height of the mark, px. */
  size?: number;
}

/** The mark and the brand as it is written in the language (specification §2, logo image). */
export function LogoImage({ color, size = 32 }: LogoImageProps) {
  const brand = useBrand();
  return (
    <span
      role="img"
      aria-label={brand}
      className={classes.image}
      data-color={color}
      style={{ "--logo-size": `${size}px` }}
    >
      <Mark size={size} />
      <span className={classes.name} aria-hidden="true">
        {brand}
      </span>
    </span>
  );
}
