"use client";

import classes from "#components/layout/brand/logo.module.css";
import { useBrand } from "#components/layout/brand/use-brand.ts";

interface LogoImageProps {
  /** "accent" on the page and on cards, "white" on the accent colour, "mono" in the colour of the surrounding text. */
  color: "accent" | "white" | "mono";
  /** Height of the mark, px. */
  size?: number;
}

/** The mark and the brand as it is written in the language (S-LOGO). */
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

/** The mark: three joined circles in a rounded square, one of them amber. `--mark-…` variables recolour it. */
function Mark({ size }: { size: number }) {
  const lines = "var(--mark-lines, #fff)";
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--mark-plate, var(--kampus-accent))" />
      <path
        d="M11 12 L22.5 9.5 M11 12 L16.5 22"
        stroke={lines}
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="11" cy="12" r="3.6" fill={lines} />
      <circle cx="16.5" cy="22.5" r="3.6" fill={lines} />
      <circle cx="22.5" cy="9.5" r="2.8" fill="var(--mark-dot, var(--kampus-badge))" />
    </svg>
  );
}
