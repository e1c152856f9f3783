"use client";

import { CloseButton, Loader, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import classes from "#components/ui/forms/search-field.module.css";

interface SearchFieldProps {
  label: string;
  clearLabel: string;
  value: string;
  /** An answer to what was typed is on its way. */
  busy?: boolean;
  /** One came to the page to type here: the field has the focus from the start. */
  focused?: boolean;
  onChange: (value: string) => void;
  /** Escape in an empty field. */
  onLeave?: () => void;
}

const lengthMax = 255;
/** What a thumb needs, px. */
const crossSize = 44;

/** Words to look for; Escape and the cross clear them. The label is what the empty field shows. */
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
  const atFirst = useRef({ focused, value, onChange });
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const { focused: isWanted, value: known, onChange: tell } = atFirst.current;
    if (input.value !== known) tell(input.value); // typed before the page came to life
    if (!isWanted) return;
    input.focus({ preventScroll: true });
    input.setSelectionRange(input.value.length, input.value.length);
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
