"use client";

import { useEffect, useState } from "react";

/** Returns the focus to where it was before when a layer over the page closes. */
export function useOpenerFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
