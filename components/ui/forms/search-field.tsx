"use client";

import { CloseButton, Loader, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef } from "react";
import classes from "#components/ui/forms/search-field.module.css";

interface SearchFieldProps {
  label: string;
  clearLabel: string;
  value: string;
  /** The answer to the typed words is loading. */
  busy?: boolean;
  /** Focused from the start, on a page that members open to search. */
  focused?: boolean;
  onChange: (value: string) => void;
  /** Escape in an empty field. */
  onLeave?: () => void;
}

const lengthMax = 255;
/** The touch target, px. */
const crossSize = 44;

/** A search field; Escape and the cross clear it. The label is its placeholder. */
export function SearchField({
  label,
  clearLabel,
  value,
  busy = false,
  focused = false,
  onChange,
  onLeave,
}: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const begin = useEffectEvent((input: HTMLInputElement) => {
    if (input.value !== value) onChange(input.value); // typed before the page came to life
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
  const cross = value !== "" && (
    <CloseButton
      aria-label={clearLabel}
      variant="transparent"
      size={crossSize}
      iconSize={16}
      onClick={clear}
    />
  );
  return (
    <TextInput
      ref={field}
      type="search"
      classNames={{ input: classes.input }}
      aria-label={label}
      placeholder={label}
      value={value}
      maxLength={lengthMax}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
      rightSectionWidth={crossSize}
      rightSection={busy ? <Loader size={16} aria-hidden /> : cross}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        if (value === "") return onLeave?.();
        event.preventDefault(); // whatever it stands in stays
        clear();
      }}
    />
  );
}
