"use client";

import { createElement, type RefObject } from "react";
import type { CropPictureProps } from "#components/images/crop/crop-dialog.tsx";
import { useFocusBack } from "#components/images/use-focus-back.ts";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";

const fetchDialog = async () =>
  (await import("#components/images/crop/crop-dialog.tsx")).CropDialog;

interface Props extends CropPictureProps {
  /** Gets the focus in the end where nothing else had it before: the file was dropped or pasted. */
  openerRef: RefObject<HTMLElement | null>;
}

/** Asks which part of a picture is wanted. Without the dialog the picture goes on as it is. */
export function CropPicture({ openerRef, ...props }: Props) {
  useFocusBack(openerRef);
  const dialog = useOnDemand(fetchDialog, () => props.onDone(props.picture));
  return dialog && createElement(dialog, props);
}
