"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { ChoiceField } from "#components/params/choice-field.tsx";
import { RegionFields } from "#components/params/region-fields.tsx";
import { useInstitutionSearch } from "#components/params/use-institution-search.ts";
import classes from "#components/people/filters/filter-fields.module.css";
import { YearFields } from "#components/people/filters/year-fields.tsx";
import { shortTypingPauseMs } from "#components/ui/forms/use-search-words.ts";
import { objectQuery, positionsQuery, regionPathQuery, spheresQuery } from "#lib/params/queries.ts";
import type { Named } from "#lib/params/schema.ts";
import type { FilterChange, Filters } from "#lib/people/filters.ts";

export interface FilterFieldsProps {
  filters: Filters;
  onChange: (change: FilterChange) => void;
}

/** Filters by place and years of study and by work. */
export function FilterFields({ filters, onChange }: FilterFieldsProps) {
  return (
    <div className={classes.fields}>
      <RegionFilter filters={filters} onChange={onChange} />
      <InstitutionFilter filters={filters} onChange={onChange} />
      <YearFields years={filters} onChange={onChange} />
      <WorkFilters filters={filters} onChange={onChange} />
    </div>
  );
}

function RegionFilter({ filters: { region_id }, onChange }: FilterFieldsProps) {
  const locale = useLocale();
  const client = useQueryClient();
  const path = useQuery({
    ...regionPathQuery(locale, region_id ?? 0),
    enabled: region_id !== undefined,
  });
  const choose = (chosen: readonly Named[]) => {
    const region = chosen.at(-1);
    // The path to the region is known already, so the field need not wait for it.
    if (region) client.setQueryData(regionPathQuery(locale, region.id).queryKey, [...chosen]);
    onChange({ region_id: region?.id });
  };
  const known = region_id === undefined ? [] : (path.data ?? []);
  return <RegionFields optional path={known} onChange={choose} />;
}

function WorkFilters({ filters: { sphere_id, position_id }, onChange }: FilterFieldsProps) {
  const t = useTranslations("People");
  const locale = useLocale();
  const spheres = useQuery(spheresQuery(locale));
  const positions = useQuery({
    ...positionsQuery(locale, sphere_id),
    enabled: sphere_id !== undefined || position_id !== undefined,
  });
  const isWaiting = sphere_id === undefined && position_id === undefined;
  return (
    <>
      <ChoiceField
        optional
        name="sphere_id"
        label={t("sphere")}
        value={namedIn(spheres.data, sphere_id)}
        choices={spheres}
        onChange={(sphere) => onChange({ sphere_id: sphere?.id })}
      />
      <ChoiceField
        optional
        name="position_id"
        label={t("position")}
        value={namedIn(positions.data, position_id)}
        choices={positions}
        waitsFor={isWaiting ? t("positionWaits") : undefined}
        onChange={(position) => onChange({ position_id: position?.id })}
      />
    </>
  );
}

const namedIn = (list: readonly Named[] | undefined, id: number | undefined) =>
  list?.find((named) => named.id === id) ?? null;

interface InstitutionFilterProps {
  filters: Pick<Filters, "object_id" | "region_id">;
  onChange: (change: FilterChange) => void;
}

/** Any institution of the country or the chosen region. */
function InstitutionFilter({ filters, onChange }: InstitutionFilterProps) {
  const t = useTranslations("People");
  const locale = useLocale();
  const client = useQueryClient();
  const { object_id, region_id } = filters;
  const { choices, setWords } = useInstitutionSearch({
    regionId: region_id,
    pauseMs: shortTypingPauseMs,
  });
  const chosen = useQuery({
    ...objectQuery(locale, object_id ?? 0),
    enabled: object_id !== undefined,
  });
  const choose = (object: Named | null) => {
    if (object) client.setQueryData(objectQuery(locale, object.id).queryKey, object);
    onChange({ object_id: object?.id });
  };
  return (
    <ChoiceField
      optional
      name="object_id"
      label={t("object")}
      placeholder={t("objectHint")}
      value={object_id === undefined ? null : (chosen.data ?? null)}
      choices={choices}
      onChange={choose}
      onWords={setWords}
    />
  );
}
