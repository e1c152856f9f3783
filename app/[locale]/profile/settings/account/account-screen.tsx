"use client";

import { useQuery } from "@tanstack/react-query";
import { AccountSettings } from "#components/account/account-settings.tsx";
import { changeLanguage } from "#lib/languages/change-language.ts";
import { languagesQuery } from "#lib/languages/queries.ts";

export function AccountScreen() {
  const { data: languages = [] } = useQuery(languagesQuery());
  return <AccountSettings languages={languages} onLanguageChange={changeLanguage} />;
}
