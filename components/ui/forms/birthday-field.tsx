"use client";

import { NativeSelect } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import classes from "#components/ui/forms/birthday-field.module.css";
import { type Birthday, daysOfMonth } from "#lib/members/birthday-schema.ts";

interface BirthdayFieldProps {
  value: Birthday | null;
  error: string | undefined;
  onChange: (birthday: Birthday | null) => void;
}

const chevron = <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />;
const twoDigits = (value: number) => String(value).padStart(2, "0");
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** Day and month of the birthday, in digits that every language reads; without a month there is none. */
export function BirthdayField({ value, error, onChange }: BirthdayFieldProps) {
  const t = useTranslations("Settings");
  const hintId = useId();
  const chooseMonth = (month: number) =>
    onChange(month === 0 ? null : { month, day: Math.min(value?.day ?? 1, daysOfMonth(month)) });
  return (
    <fieldset className={classes.field} aria-describedby={hintId}>
      <legend className={classes.legend}>{t("birthday")}</legend>
      <div className={classes.choices}>
        <NativeSelect
          size="md"
          aria-label={t("birthMonth")}
          rightSection={chevron}
          value={String(value?.month ?? 0)}
          error={error}
          onChange={(event) => chooseMonth(Number(event.currentTarget.value))}
          data={[
            { value: "0", label: t("noBirthday") },
            ...upTo(12).map((month) => ({ value: String(month), label: twoDigits(month) })),
          ]}
        />
        {value && (
          <NativeSelect
            size="md"
            aria-label={t("birthDay")}
            rightSection={chevron}
            value={String(value.day)}
            onChange={(event) =>
              onChange({ month: value.month, day: Number(event.currentTarget.value) })
            }
            data={upTo(daysOfMonth(value.month)).map((day) => ({
              value: String(day),
              label: twoDigits(day),
            }))}
          />
        )}
      </div>
      <p id={hintId} className={classes.hint}>
        {t("birthdayHint")}
      </p>
    </fieldset>
  );
}
