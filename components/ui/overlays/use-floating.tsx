"use client";

import { useMergedRef } from "@mantine/hooks";
import {
  cloneElement,
  type ComponentPropsWithRef,
  type ComponentType,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useState,
} from "react";
import type { Floating } from "#components/ui/overlays/floating.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";

let provided: Floating | null = null;

/** For a part that is fetched itself and brings them along, so that its menu opens at once; null as before any is loaded. */
export function provideFloating(floating: Floating | null): void {
  provided = floating;
}

export async function fetchFloating(): Promise<Floating> {
  provided ??= (await import("#components/ui/overlays/floating.tsx")).floating;
  return provided;
}

const fetchAhead = () => void fetchFloating().catch(() => null);

/**
 * Mantine's menus and popovers once they are loaded and this one is wanted, and a function that wants it. Until then
 * null, and the button stands there alone: most visits open none.
 */
export function useFloating(isOpen: boolean, onMissing: () => void) {
  const [wanted, setWanted] = useState(isOpen);
  if (isOpen && !wanted) setWanted(true);
  const fetched = useOnDemand(
    fetchFloating,
    () => {
      setWanted(false);
      onMissing();
    },
    wanted && provided === null,
  );
  return { floating: wanted ? (provided ?? fetched) : null, want: () => setWanted(true) };
}

export type TargetElement = ReactElement<ComponentPropsWithRef<"button">>;

interface TargetAloneProps {
  haspopup: "menu" | "dialog";
  /** What a click does beside what the button does itself. */
  onWant?: () => void;
  children: TargetElement;
}

/** The button of what is not loaded yet: pointed at or focused it fetches it. */
export function TargetAlone({ haspopup, onWant, children }: TargetAloneProps) {
  const { onPointerEnter, onFocus, onClick } = children.props;
  return cloneElement(children, {
    "aria-haspopup": haspopup,
    "aria-expanded": false,
    onPointerEnter: (event: PointerEvent<HTMLButtonElement>) => {
      onPointerEnter?.(event);
      fetchAhead();
    },
    onFocus: (event: FocusEvent<HTMLButtonElement>) => {
      onFocus?.(event);
      fetchAhead();
    },
    onClick: (event) => {
      onClick?.(event);
      onWant?.();
    },
  });
}

interface FocusedTargetProps {
  Target: ComponentType<{ children: TargetElement }>;
  children: TargetElement;
}

/** The same button once it is loaded. React mounts it anew, so it takes back the focus that it had. */
export function FocusedTarget({ Target, children }: FocusedTargetProps) {
  const ref = useMergedRef(children.props.ref, takeFocus);
  return <Target>{cloneElement(children, { ref })}</Target>;
}

const takeFocus = (button: HTMLElement | null) => button?.focus({ preventScroll: true });
