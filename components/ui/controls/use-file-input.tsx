"use client";

import { useRef } from "react";

/** The file dialog offers these types first; a phone converts its own format to one of them. */
export const readableImageTypes = "image/jpeg,image/png,image/webp,image/gif,image/avif";

interface FileInputOptions {
  label: string;
  multiple?: boolean;
  /** MIME types that the file dialog offers first, any by default. */
  accept?: string;
  /** Called with no files where the member chose none. */
  onFiles: (files: File[]) => void;
}

/** `open` opens the file dialog of the system; it needs the hidden `input` in the page. */
export function useFileInput({ label, multiple = false, accept, onFiles }: FileInputOptions) {
  const ref = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={ref}
      hidden
      type="file"
      multiple={multiple}
      accept={accept}
      aria-label={label}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        currentTarget.value = ""; // the same file may be chosen again
        onFiles(files);
      }}
    />
  );
  return { open: () => ref.current?.click(), input };
}
