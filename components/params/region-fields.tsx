"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { ChoiceField } from "#components/params/choice-field.tsx";
import classes from "#components/params/region-fields.module.css";
import { regionsQuery } from "#lib/params/queries.ts";
import { withRegion } from "#lib/params/region-path.ts";
import type { Named } from "#lib/params/schema.ts";

interface RegionFieldsProps {
  /** From a top region down to the chosen one. */
  path: readonly Named[];
  onChange: (path: readonly Named[]) => void;
  error?: string | undefined;
  /** The id of the form, where the fields do not stand within it. */
  form?: string | undefined;
  /** The region may stay empty. */
  optional?: boolean;
  /** A region that contains others is not enough, so an error asks for one of those, at their empty field. */
  toDistrict?: boolean;
}

/** Regions inside regions: below the chosen one the next field appears, as long as it contains regions. */
export function RegionFields({
  path,
  onChange,
  error,
  form,
  optional = false,
  toDistrict = false,
}: RegionFieldsProps) {
  const sentLevel = Math.max(0, path.length - 1);
  const below = useQuery(regionsQuery(useLocale(), path.at(-1)?.id));
  const errorLevel = toDistrict && below.data?.length ? path.length : sentLevel;
  return (
    <div className={classes.row}>
      {[undefined, ...path].map((parent, level) => (
        <RegionField
          key={parent?.id ?? "top"}
          parent={parent}
          level={level}
          form={form}
          value={path[level] ?? null}
          optional={optional || level > 0}
          name={level === errorLevel ? "region_id" : `region_id_${level}`}
          error={level === errorLevel ? error : undefined}
          onChange={(region) => onChange(withRegion(path, level, region))}
        />
      ))}
    </div>
  );
}

interface RegionFieldProps {
  /** Undefined for the whole country. */
  parent: Named | undefined;
  level: number;
  value: Named | null;
  /** The deepest chosen region is the one that is sent, so the error is shown there, unless it asks for a deeper one. */
  name: string;
  form: string | undefined;
  error?: string | undefined;
  optional: boolean;
  onChange: (region: Named | null) => void;
}

function RegionField({ parent, level, ...field }: RegionFieldProps) {
  const t = useTranslations("Params");
  const choices = useQuery(regionsQuery(useLocale(), parent?.id));
  const isNeeded = level === 0 || field.value !== null || choices.error !== null;
  if (!isNeeded && !choices.data?.length) return null;
  return <ChoiceField {...field} label={t(labels[level] ?? "place")} choices={choices} />;
}

const labels = ["region", "district"] as const;
