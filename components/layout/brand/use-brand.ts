"use client";

import { useTranslations } from "next-intl";
import { useRuntimeConfig } from "#lib/config/runtime-config.ts";

const defaultBrand = "Kampus";

/** The default brand has a spelling per language; one set by the operator is shown as it is. */
export function useBrand(): string {
  const t = useTranslations("Site");
  const brand = useRuntimeConfig()?.brand ?? defaultBrand;
  return brand === defaultBrand ? t("brand") : brand;
}
