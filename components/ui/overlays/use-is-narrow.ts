"use client";

import { useMediaQuery } from "@mantine/hooks";

/** The widest screen that has the layout of a phone. */
export const narrowScreen = "(max-width: 48em)";

/** Known from the first render on, so only for what is never prerendered. */
export const useIsNarrow = (): boolean =>
  useMediaQuery(narrowScreen, undefined, { getInitialValueInEffect: false });
