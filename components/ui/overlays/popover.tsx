"use client";

import { Popover as MantinePopover, type PopoverProps } from "@mantine/core";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";

interface ClosingPopoverProps extends PopoverProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/** Mantine's popover, which the browser's Back closes. */
function ClosingPopover(popover: ClosingPopoverProps) {
  useCloseOnBack(() => popover.onChange(false), popover.opened, { isPart: true });
  return <MantinePopover {...popover} />;
}

export const Popover = Object.assign(ClosingPopover, {
  Target: MantinePopover.Target,
  Dropdown: MantinePopover.Dropdown,
});
