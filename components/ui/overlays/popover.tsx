"use client";

import type { PopoverDropdownProps } from "@mantine/core";
import { createContext, useContext, useState } from "react";
import type { ClosingPopoverProps, Floating } from "#components/ui/overlays/floating.tsx";
import {
  FocusedTarget,
  TargetAlone,
  type TargetElement,
  useFloating,
} from "#components/ui/overlays/use-floating.tsx";

interface Place {
  /** Null until the popover is wanted and loaded. */
  floating: Floating | null;
  /** Whether the button was rendered before the popover was loaded. */
  wasAlone: boolean;
}

const PlaceContext = createContext<Place>({ floating: null, wasAlone: true });

/** Mantine's popover, which the browser's Back closes. It is fetched when its button is pointed at, focused or pressed. */
function PopoverOnDemand({ children, ...popover }: ClosingPopoverProps) {
  const { floating } = useFloating(popover.opened, () => popover.onChange(false));
  const [wasAlone] = useState(floating === null);
  return (
    <PlaceContext value={{ floating, wasAlone }}>
      {floating ? <floating.Popover {...popover}>{children}</floating.Popover> : children}
    </PlaceContext>
  );
}

function Target({ children }: { children: TargetElement }) {
  const { floating, wasAlone } = useContext(PlaceContext);
  if (!floating) return <TargetAlone haspopup="dialog">{children}</TargetAlone>;
  if (!wasAlone) return <floating.PopoverTarget>{children}</floating.PopoverTarget>;
  return <FocusedTarget Target={floating.PopoverTarget}>{children}</FocusedTarget>;
}

function Dropdown(props: PopoverDropdownProps) {
  const { floating } = useContext(PlaceContext);
  return floating && <floating.PopoverDropdown {...props} />;
}

export const Popover = Object.assign(PopoverOnDemand, { Target, Dropdown });
