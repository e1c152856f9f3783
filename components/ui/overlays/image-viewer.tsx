"use client";

import { createElement } from "react";
import type { ImageViewerProps } from "#components/ui/overlays/image-lightbox.tsx";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";

/** Pictures over the whole window, one at a time: by keys, buttons or swipes; Back closes. Rendered while it is open. */
export function ImageViewer(props: ImageViewerProps) {
  useCloseOnBack(props.onClose);
  const lightbox = useOnDemand(fetchLightbox, props.onClose);
  return lightbox && createElement(lightbox, props);
}

const fetchLightbox = async () =>
  (await import("#components/ui/overlays/image-lightbox.tsx")).ImageLightbox;
