"use client";

import { type Ref, useRef } from "react";
import { Button } from "#components/ui/controls/button.tsx";

interface FileButtonProps {
  /** MIME types that are offered first; a telephone turns its own format into one of them. */
  accept: string;
  label: string;
  onFiles: (files: File[]) => void;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** Opens the system's choice of files. */
export function FileButton({ accept, label, onFiles, ref }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button ref={ref} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = ""; // the same file may be chosen again
          onFiles(files);
        }}
      />
    </>
  );
}
