"use client";

import { createElement } from "react";
import type { ImageViewerProps } from "#components/ui/viewer/image-lightbox.tsx";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";

/** Shows one picture at a time over the whole window. Keys, buttons and swipes change it; Back closes the viewer. */
export function ImageViewer(props: ImageViewerProps) {
  useCloseOnBack(props.onClose);
  const lightbox = useOnDemand(fetchLightbox, props.onClose);
  return lightbox && createElement(lightbox, props);
}

const fetchLightbox = async () =>
  (await import("#components/ui/viewer/image-lightbox.tsx")).ImageLightbox;
