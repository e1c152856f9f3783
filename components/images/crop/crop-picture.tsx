"use client";

import { createElement, type RefObject } from "react";
import type { CropPictureProps } from "#components/images/crop/crop-dialog.tsx";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import { useOpenerFocus } from "#components/ui/overlays/use-opener-focus.ts";

const fetchDialog = async () =>
  (await import("#components/images/crop/crop-dialog.tsx")).CropDialog;

interface Props extends CropPictureProps {
  /** Takes the focus at the end where nothing had it before, as after a drop or paste. */
  openerRef: RefObject<HTMLElement | null>;
}

/** Asks which part of a picture to keep. When the dialog cannot be loaded, the picture stays whole. */
export function CropPicture({ openerRef, ...props }: Props) {
  useOpenerFocus(openerRef);
  const dialog = useOnDemand(fetchDialog, () => props.onDone(props.picture));
  return dialog && createElement(dialog, props);
}
