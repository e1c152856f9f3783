"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceField } from "#components/params/choice-field.tsx";
import { typingPauseMs } from "#components/ui/forms/use-search-words.ts";
import { objectsQuery } from "#lib/params/queries.ts";
import type { Named } from "#lib/params/schema.ts";

interface InstitutionFieldProps {
  establishment: Named | null;
  /** From a top region down to the chosen one. */
  place: readonly Named[];
  value: Named | null;
  error: string | undefined;
  onChange: (value: Named | null) => void;
}

/**
 * An institution of the chosen kind and region. The server searches for the words, because it knows every name of one.
 */
export function InstitutionField({ establishment, place, ...field }: InstitutionFieldProps) {
  const t = useTranslations("Education");
  const locale = useLocale();
  const [words, setWords] = useState("");
  const [q] = useDebouncedValue(words.trim(), typingPauseMs);
  const region = place.at(-1);
  const ready = establishment !== null && region !== undefined;
  const search = { establishmentId: establishment?.id, regionId: region?.id, q };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...objectsQuery(locale, search),
    enabled: ready,
  });
  const isBehind = isPlaceholderData || words.trim() !== q;
  return (
    <ChoiceField
      {...field}
      name="object_id"
      label={t("object")}
      choices={{ data, error, isFetching, isBehind, refetch }}
      waitsFor={ready ? undefined : t("objectWaits")}
      none={t(place.length > 1 ? "noneInDistrict" : "noneInRegion")}
      onWords={setWords}
    />
  );
}
