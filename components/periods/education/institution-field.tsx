"use client";

import { useTranslations } from "next-intl";
import { ChoiceField } from "#components/params/choice-field.tsx";
import { useInstitutionSearch } from "#components/params/use-institution-search.ts";
import { typingPauseMs } from "#components/ui/forms/use-search-words.ts";
import type { Named } from "#lib/params/schema.ts";

interface InstitutionFieldProps {
  establishment: Named | null;
  /** From a top region down to the chosen one. */
  regions: readonly Named[];
  value: Named | null;
  error: string | undefined;
  onChange: (value: Named | null) => void;
}

/** An institution of the chosen kind and region. */
export function InstitutionField({ establishment, regions, ...field }: InstitutionFieldProps) {
  const t = useTranslations("Education");
  const region = regions.at(-1);
  const ready = establishment !== null && region !== undefined;
  const { choices, setWords } = useInstitutionSearch({
    establishmentId: establishment?.id,
    regionId: region?.id,
    pauseMs: typingPauseMs,
    enabled: ready,
  });
  return (
    <ChoiceField
      {...field}
      name="object_id"
      label={t("object")}
      choices={choices}
      waitsFor={ready ? undefined : t("objectWaits")}
      none={t(regions.length > 1 ? "noneInDistrict" : "noneInRegion")}
      onWords={setWords}
    />
  );
}
