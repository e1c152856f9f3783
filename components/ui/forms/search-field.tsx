"use client";

import { IconSearch, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { LightIconButton } from "#components/ui/controls/light-button.tsx";
import classes from "#components/ui/forms/search-field.module.css";
import { Spinner } from "#components/ui/spinner.tsx";

interface SearchFieldProps {
  label: string;
  /** Without it the label is the placeholder too. */
  placeholder?: string;
  value: string;
  /** Whether the results of the typed words are loading. */
  busy?: boolean;
  /** Whether it is focused from the start, on a page that members open to search. */
  focused?: boolean;
  onChange: (value: string) => void;
  /** Called by Escape in an empty field. */
  onLeave?: () => void;
}

const lengthMax = 255;

/** A search field; Escape and the cross clear it. */
export function SearchField({
  label,
  placeholder = label,
  value,
  busy = false,
  focused = false,
  onChange,
  onLeave,
}: SearchFieldProps) {
  const t = useTranslations("Site");
  const field = useRef<HTMLInputElement>(null);
  const begin = useEffectEvent((input: HTMLInputElement) => {
    if (input.value !== value) onChange(input.value); // typed before the page was hydrated
    if (!focused) return;
    input.focus({ preventScroll: true });
    input.setSelectionRange(input.value.length, input.value.length);
  });
  useEffect(() => {
    if (field.current) begin(field.current);
  }, []);
  const clear = () => {
    onChange("");
    field.current?.focus();
  };
  return (
    <div className={classes.root}>
      <IconSearch size={18} stroke={1.8} aria-hidden className={classes.sign} />
      <input
        ref={field}
        type="search"
        data-autofocus={focused || undefined} // in a dialog, which else gives the focus to its cross
        className={classes.input}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={lengthMax}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          if (value === "") return onLeave?.();
          event.preventDefault(); // so that a dialog around the field does not close too
          clear();
        }}
      />
      <span className={classes.ending}>
        {busy && <Spinner size={16} />}
        {!busy && value !== "" && (
          <LightIconButton aria-label={t("clearSearch")} onClick={clear}>
            <IconX size={16} stroke={2} aria-hidden />
          </LightIconButton>
        )}
      </span>
    </div>
  );
}
