"use client";

import "yet-another-react-lightbox/styles.css";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode, useEffect, useState } from "react";
import Lightbox from "yet-another-react-lightbox";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { transitionMs } from "#components/layout/interface-constants.ts";
import { keepFocusInside } from "#components/ui/overlays/keep-focus-inside.ts";
import classes from "#components/ui/viewer/image-lightbox.module.css";

interface ViewedPicture {
  url: string;
  /** The alternative text. */
  alt: string;
  width?: number | undefined;
  height?: number | undefined;
}

export interface ImageViewerProps {
  /** Must stay the same array until a picture changes. Not empty. */
  pictures: readonly ViewedPicture[];
  index: number;
  /** The total number, where not all of them are loaded. */
  total?: number;
  /** Buttons made by `ViewerButton` for the shown picture. */
  actions?: ReactNode;
  onIndex: (index: number) => void;
  onClose: () => void;
}

const swipeMs = 250;

/** The viewer itself, which ImageViewer loads on demand. */
export function ImageLightbox({
  pictures,
  index,
  total = pictures.length,
  actions,
  onIndex,
  onClose,
}: ImageViewerProps) {
  const host = useHost();
  const labels = useLabels(total);
  const [slides, setSlides] = useState(() => slidesOf(pictures));
  if (slides.pictures !== pictures) setSlides(slidesOf(pictures));
  return (
    <Lightbox
      open
      close={onClose}
      slides={slides.list}
      index={index}
      on={{ view: (shown) => onIndex(shown.index) }}
      labels={labels}
      plugins={[Zoom]}
      portal={{ root: host, container: { onKeyDown: keepFocusInside } }}
      className={classes.viewer ?? ""}
      carousel={{ finite: true, padding: 0 }}
      controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
      animation={{ fade: transitionMs.modal, swipe: swipeMs }}
      toolbar={{
        buttons: [
          <span key="counter" className={classes.counter} aria-hidden="true">
            {index + 1} / {total}
          </span>,
          <Fragment key="actions">{actions}</Fragment>,
          "close",
        ],
      }}
    />
  );
}

/** The slides stay the same while the array does, so that a swipe is not interrupted. */
const slidesOf = (pictures: ImageViewerProps["pictures"]) => ({
  pictures,
  list: pictures.map(({ url, alt, width, height }) => ({
    src: url,
    alt,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  })),
});

function useLabels(total: number) {
  const t = useTranslations("Viewer");
  return {
    Lightbox: t("title"),
    "Photo gallery": t("pictures"),
    Carousel: t("carousel"),
    Slide: t("slide"),
    "{index} of {total}": t("position", { index: "{index}", total: String(total) }),
    Previous: t("previous"),
    Next: t("next"),
    Close: t("close"),
    "Zoom in": t("zoomIn"),
    "Zoom out": t("zoomOut"),
  };
}

/**
 * Returns an element of its own for the viewer, because the viewer makes its siblings inert, confirmations and toasts
 * too. The element comes first on the page, so that a confirmation of the same layer lies above it.
 */
function useHost(): HTMLElement {
  const [host] = useState(() => document.createElement("div"));
  useEffect(() => {
    document.body.prepend(host);
    return () => host.remove();
  }, [host]);
  return host;
}
