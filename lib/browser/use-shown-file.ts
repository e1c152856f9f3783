import { useCallback } from "react";

/** A callback for the `ref` of an image that shows a file of this browser. */
export function useShownFile(file: Blob) {
  return useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
}
