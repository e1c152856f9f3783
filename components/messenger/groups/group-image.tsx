"use client";

import { IconCamera } from "@tabler/icons-react";
import {
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  type Ref,
  use,
  useState,
} from "react";
import { readableImageTypes, useFileInput } from "#components/ui/controls/use-file-input.tsx";
import classes from "#components/messenger/groups/group-image.module.css";

export interface CropSlotProps {
  file: File;
  onDone: (picture: Blob) => void;
  onClose: () => void;
}

/** Another feature's step between choosing a picture and using it, such as cropping. */
export const CropContext = createContext<ComponentType<CropSlotProps> | null>(null);

interface GroupImageProps {
  label: string;
  /** The current image. */
  children?: ReactNode;
  busy?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  onPicture: (picture: Blob) => void;
}

/** A round button to choose a picture and crop it to a square. */
export function GroupImage({
  label,
  children,
  busy = false,
  buttonRef,
  onPicture,
}: GroupImageProps) {
  const Crop = use(CropContext);
  const [file, setFile] = useState<File | null>(null);
  const take = (picture: Blob) => {
    setFile(null);
    onPicture(picture);
  };
  const { open, input } = useFileInput({
    label,
    accept: readableImageTypes,
    onFiles: ([chosen]) => {
      if (!chosen) return;
      if (Crop) setFile(chosen);
      else take(chosen);
    },
  });
  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        className={classes.root}
        aria-label={label}
        aria-busy={busy}
        title={label}
        onClick={open}
      >
        {children}
        <span className={classes.camera} data-alone={!children}>
          <IconCamera size={children ? 18 : 28} stroke={1.6} aria-hidden="true" />
        </span>
      </button>
      {input}
      {file && Crop && createElement(Crop, { file, onDone: take, onClose: () => setFile(null) })}
    </>
  );
}
