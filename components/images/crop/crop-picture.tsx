"use client";

import { createElement, type RefObject, useEffect } from "react";
import type { CropPictureProps } from "#components/images/crop/crop-dialog.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";

const fetchDialog = async () =>
  (await import("#components/images/crop/crop-dialog.tsx")).CropDialog;

interface Props extends CropPictureProps {
  /** Takes the focus at the end where nothing had it before, as after a drop or paste. */
  openerRef: RefObject<HTMLElement | null>;
}

/** Asks which part of a picture to keep. When the dialog cannot be loaded, the picture stays whole. */
export function CropPicture({ openerRef, ...props }: Props) {
  useFocusBack(openerRef);
  const dialog = useOnDemand(fetchDialog, () => props.onDone(props.picture));
  return dialog && createElement(dialog, props);
}

/** On unmount returns the focus to where it was, or to `fallback` where nothing had it or that element is gone. */
function useFocusBack(fallback: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const other = fallback.current;
    const before = document.activeElement;
    return () => {
      const isThere = before instanceof HTMLElement && before.isConnected;
      (isThere && before !== document.body ? before : other)?.focus();
    };
  }, [fallback]);
}
