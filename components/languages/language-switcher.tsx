"use client";

import { lazy, Suspense, useState } from "react";
import { LanguageButton } from "#components/languages/language-button.tsx";

const loadMenu = async () => ({
  default: (await import("#components/languages/language-menu.tsx")).LanguageMenu,
});
const LanguageMenu = lazy(loadMenu);

/** The menu is fetched as somebody reaches for it: most visits never change the language. */
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
