"use client";

import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Select, type SelectProps } from "@mantine/core";
import { useMemo, useState } from "react";
import { defaultTimeZone, timeZoneLabel } from "#lib/validation/time-zone-schema.ts";

interface TimeZoneFieldProps extends Omit<SelectProps, "data" | "value"> {
  value?: string | null;
}

/** One of all time zones, by name. They are listed once they are looked at. */
export function TimeZoneField({ value, ...field }: TimeZoneFieldProps) {
  const [listed, setListed] = useState(false);
  const zones = useMemo(() => {
    const names = listed ? Intl.supportedValuesOf("timeZone") : [];
    const all = new Set([...names, defaultTimeZone, ...(value ? [value] : [])]);
    return [...all].sort().map((name) => ({ value: name, label: timeZoneLabel(name) }));
  }, [listed, value]);
  return (
    <Select
      {...field}
      value={value ?? null}
      data={zones}
      searchable
      allowDeselect={false}
      maxDropdownHeight={280}
      onFocus={() => setListed(true)}
    />
  );
}
