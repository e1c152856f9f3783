"use client";

import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconChevronDown, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type Ref, useId, useRef } from "react";
import classes from "#components/ui/forms/birthday-field.module.css";
import { twoDigits } from "#lib/i18n/format.ts";
import { type Birthday, daysOfMonth } from "#lib/members/birthday-schema.ts";

interface BirthdayFieldProps {
  name: string;
  /** While the member chooses, a part that is not chosen yet is 0; null if there is neither day nor month. */
  value: Birthday | null;
  error: string | undefined;
  onChange: (birthday: Birthday | null) => void;
}

const chevron = <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />;

/** Day and month of the birthday, in this order in every language. */
export function BirthdayField({ name, value, error, onChange }: BirthdayFieldProps) {
  const t = useTranslations("Settings");
  const label = useTranslations("Site")("optional", { label: t("birthday") });
  const hintId = useId();
  const dayField = useRef<HTMLSelectElement>(null);
  const { day, month } = value ?? { day: 0, month: 0 };
  const choose = (chosen: Birthday) => {
    // A day that the month does not have must be chosen again, because another one would be saved unnoticed.
    const possible = chosen.day > daysOfMonth(chosen.month) ? { ...chosen, day: 0 } : chosen;
    onChange(possible.day === 0 && possible.month === 0 ? null : possible);
  };
  const remove = () => {
    onChange(null);
    dayField.current?.focus(); // the pressed button is unmounted
  };
  const isMonthMissing = day > 0 && month === 0;
  return (
    <fieldset className={classes.field} aria-describedby={hintId}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.choices}>
        <NumberSelect
          ref={dayField}
          label={t("birthDay")}
          autoComplete="bday-day"
          last={daysOfMonth(month)}
          value={day}
          onChoose={(chosen) => choose({ day: chosen, month })}
          {...(!isMonthMissing && { name, error })}
        />
        <NumberSelect
          label={t("birthMonth")}
          autoComplete="bday-month"
          last={12}
          value={month}
          onChoose={(chosen) => choose({ day, month: chosen })}
          {...(isMonthMissing && { name, error })}
        />
        {value && (
          <ActionIcon aria-label={t("removeBirthday")} onClick={remove}>
            <IconX size={18} stroke={1.8} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
      <p id={hintId} className={classes.hint}>
        {t("birthdayHint")}
      </p>
    </fieldset>
  );
}

interface NumberSelectProps {
  ref?: Ref<HTMLSelectElement>;
  label: string;
  autoComplete: string;
  last: number;
  value: number;
  onChoose: (value: number) => void;
  /** Names the part that is at fault, so that the form finds it. */
  name?: string;
  error?: string | undefined;
}

/** Chooses one of the numbers from 1 to `last`; the label stands for no choice. */
function NumberSelect({ label, last, value, onChoose, ...select }: NumberSelectProps) {
  const numbers = Array.from({ length: last }, (_, index) => index + 1);
  return (
    <NativeSelect
      {...select}
      size="md"
      aria-label={label}
      rightSection={chevron}
      value={String(value)}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
      data={[
        { value: "0", label },
        ...numbers.map((number) => ({ value: String(number), label: twoDigits(number) })),
      ]}
    />
  );
}
