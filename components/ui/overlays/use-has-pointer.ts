"use client";

import { useMediaQuery } from "@mantine/hooks";

/** Whether a pointer can hover, unlike a finger. Known from the first render on, so only for what is never prerendered. */
export const useHasPointer = (): boolean =>
  useMediaQuery("(hover: hover)", undefined, { getInitialValueInEffect: false });
