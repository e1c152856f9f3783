"use client";

import { lazy, Suspense, useState } from "react";
import { LanguageButton } from "#components/languages/language-button.tsx";
import classes from "#components/languages/language-switcher.module.css";

const loadMenu = async () => ({
  default: (await import("#components/languages/language-menu.tsx")).LanguageMenu,
});
const LanguageMenu = lazy(loadMenu);

/** Loads the menu when it is pointed at or focused, because most visits never change the language. */
export function LanguageSwitcher() {
  const [wanted, setWanted] = useState(false);
  const prepare = () => void loadMenu();
  if (!wanted)
    return (
      <LanguageButton
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setWanted(true)}
        aria-expanded={false}
      />
    );
  return (
    <Suspense fallback={<LanguageButton />}>
      <LanguageMenu />
    </Suspense>
  );
}

/**
 * The language switcher's sticky variant (S-LANGUAGES), for the header of long pages: on phones it floats in the
 * corner, within reach of a thumb, and leaves the header to the login links.
 */
export function StickyLanguageSwitcher() {
  return (
    <div className={classes.root}>
      <LanguageSwitcher />
    </div>
  );
}
