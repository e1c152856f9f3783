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
  /** The region may stay empty. */
  optional?: boolean;
}

/** Regions inside regions: below the chosen one the next field appears, as long as it contains regions. */
export function RegionFields({ path, onChange, error, optional = false }: RegionFieldsProps) {
  const sentLevel = Math.max(0, path.length - 1);
  return (
    <div className={classes.row}>
      {[undefined, ...path].map((parent, level) => (
        <RegionField
          key={parent?.id ?? "top"}
          parent={parent}
          level={level}
          value={path[level] ?? null}
          optional={optional || level > 0}
          {...(level === sentLevel ? { name: "region_id", error } : { name: `region_id_${level}` })}
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
  /** The deepest chosen region is the one that is sent, so its error is shown at that field. */
  name: string;
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
