"use client";

import { LanguageSwitcher } from "#components/languages/language-switcher.tsx";
import classes from "#components/languages/language-switcher.module.css";

/**
 * The language switcher's sticky variant (specification §2), for the header of long pages: on phones it
 * floats at the corner, where a thumb finds it, and leaves the header to the way in.
 */
export function StickyLanguageSwitcher() {
  return (
    <div className={classes.root}>
      <LanguageSwitcher />
    </div>
  );
}
