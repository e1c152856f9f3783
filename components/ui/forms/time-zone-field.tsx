"use client";

import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useMemo, useState } from "react";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";
import { ownTimeZone } from "#lib/i18n/own-time-zone.ts";
import { isTimeZoneFound, timeZoneLabel, timeZoneNamesQuery } from "#lib/i18n/time-zones.ts";
import { defaultTimeZone, knownTimeZone } from "#lib/validation/time-zone-schema.ts";

interface TimeZoneFieldProps extends Omit<
  SelectProps,
  "data" | "value" | "placeholder" | "onChange"
> {
  /** An IANA name; null while none is chosen, which counts as that of Tashkent. */
  value?: string | null;
  onChange?: (zone: string) => void;
}

/**
 * Chooses a time zone by its city, its country or its offset. The options are made when the list opens, and the
 * browser's Back closes it.
 */
export function TimeZoneField({ value, onChange, ...field }: TimeZoneFieldProps) {
  const locale = useLocale();
  const [listed, setListed] = useState(false);
  const [opened, setOpened] = useState(false);
  useCloseOnBack(() => setOpened(false), opened, { isPart: true });
  const { data: names } = useQuery(timeZoneNamesQuery(locale));
  const zones = useMemo(() => {
    const labelled = (zone: string) => ({ value: zone, label: timeZoneLabel(zone, names) });
    const first = new Set([
      ...(value ? [value] : []),
      knownTimeZone(ownTimeZone()),
      defaultTimeZone,
    ]);
    const leading = [...first].map(labelled);
    const known = new Set(leading.map(({ label }) => label));
    const others = listed ? Intl.supportedValuesOf("timeZone") : [];
    const inOrder = new Intl.Collator(locale).compare;
    return [
      ...leading,
      ...others
        .map(labelled)
        // Also under another name, as Asia/Calcutta for Asia/Kolkata.
        .filter(({ label }) => !known.has(label))
        .sort((one, other) => inOrder(one.label, other.label)),
    ];
  }, [listed, locale, names, value]);
  return (
    <Select
      {...field}
      value={value ?? null}
      title={timeZoneLabel(value ?? defaultTimeZone, names)} // on a narrow screen the offset at its end is cut
      rightSectionWidth={32}
      data={zones}
      placeholder={timeZoneLabel(defaultTimeZone, names)}
      rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden="true" />}
      searchable
      filter={fittingZones}
      allowDeselect={false}
      onChange={(zone) => {
        if (zone !== null) onChange?.(zone);
      }}
      maxDropdownHeight={280}
      onFocus={() => setListed(true)}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
    />
  );
}

/** Lists all zones while the field shows the chosen one, and otherwise those that match the typed words. */
const fittingZones: OptionsFilter = ({ options, search }) => {
  const zones = options as ComboboxItem[]; // there are no groups
  if (zones.some(({ label }) => label === search)) return zones;
  return zones.filter(({ value, label }) => isTimeZoneFound(search, value, label));
};
