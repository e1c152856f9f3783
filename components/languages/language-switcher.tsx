"use client";

import { createElement, useState } from "react";
import { LanguageButton } from "#components/languages/language-button.tsx";
import classes from "#components/languages/language-switcher.module.css";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";

const fetchMenu = async () =>
  (await import("#components/languages/language-menu.tsx")).LanguageMenu;

/** Loads the menu when it is pointed at or focused, because most visits never change the language. */
export function LanguageSwitcher() {
  const [wanted, setWanted] = useState(false);
  const fetchAhead = () => void fetchMenu().catch(() => null);
  const menu = useOnDemand(fetchMenu, () => setWanted(false), wanted);
  if (menu) return createElement(menu);
  return (
    <LanguageButton
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => setWanted(true)}
      aria-expanded={false}
    />
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
