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
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";

let provided: Floating | null = null;

/**
 * Provides menus and popovers from a part that is loaded on demand and bundles them, so that its menu opens at once.
 * Null makes them unloaded again, for tests.
 */
export function provideFloating(floating: Floating | null): void {
  provided = floating;
}

export async function fetchFloating(): Promise<Floating> {
  provided ??= (await import("#components/ui/overlays/floating.tsx")).floating;
  return provided;
}

const fetchAhead = () => void fetchFloating().catch(() => null);

/**
 * Returns Mantine's menus and popovers, or null until they are loaded and `want` was called: until then only the button
 * is rendered, because most visits open no menu.
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
  /** Called at a click, in addition to the button's own handler. */
  onWant?: () => void;
  children: TargetElement;
}

/** The button of a menu or popover that is not loaded yet; pointing at it or focusing it starts the download. */
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

/** The same button once the menu is loaded. React mounts it anew, so it takes the focus that it had before. */
export function FocusedTarget({ Target, children }: FocusedTargetProps) {
  const ref = useMergedRef(children.props.ref, takeFocus);
  return <Target>{cloneElement(children, { ref })}</Target>;
}

const takeFocus = (button: HTMLElement | null) => button?.focus({ preventScroll: true });
