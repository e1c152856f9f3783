"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceField } from "#components/params/choice-field.tsx";
import { objectQuery, objectsQuery } from "#lib/params/queries.ts";
import type { Named } from "#lib/params/schema.ts";
import type { FilterChange, Filters } from "#lib/people/filters.ts";

const typingPauseMs = 150;

interface InstitutionFilterProps {
  filters: Pick<Filters, "object_id" | "region_id">;
  onChange: (change: FilterChange) => void;
}

/** Any institution of the country or the chosen region; the server searches for the words. */
export function InstitutionFilter({ filters, onChange }: InstitutionFilterProps) {
  const t = useTranslations("People");
  const locale = useLocale();
  const client = useQueryClient();
  const { object_id, region_id } = filters;
  const [words, setWords] = useState("");
  const [q] = useDebouncedValue(words.trim(), typingPauseMs);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    objectsQuery(locale, { regionId: region_id, q }),
  );
  const chosen = useQuery({
    ...objectQuery(locale, object_id ?? 0),
    enabled: object_id !== undefined,
  });
  const choose = (object: Named | null) => {
    if (object) client.setQueryData(objectQuery(locale, object.id).queryKey, object);
    onChange({ object_id: object?.id });
  };
  const isBehind = isPlaceholderData || words.trim() !== q;
  return (
    <ChoiceField
      optional
      name="object_id"
      label={t("object")}
      placeholder={t("objectHint")}
      value={object_id === undefined ? null : (chosen.data ?? null)}
      choices={{ data, error, isFetching, isBehind, refetch }}
      onChange={choose}
      onWords={setWords}
    />
  );
}
