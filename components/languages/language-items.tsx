"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { addressIn, changeLanguage } from "#lib/languages/change-language.ts";
import { languagesQuery } from "#lib/languages/queries.ts";

/** Every language but the current one, for a Mantine menu (S-LANGUAGES). */
export function LanguageItems() {
  const current = useLocale();
  const { data: languages = [] } = useQuery(languagesQuery());
  return languages
    .filter(({ locale }) => locale !== current)
    .map(({ id, name, locale }) => (
      <Menu.Item
        key={id}
        component="a"
        href={addressIn(locale, window.location)}
        hrefLang={locale}
        lang={locale}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          changeLanguage(locale);
        }}
      >
        {name}
      </Menu.Item>
    ));
}
