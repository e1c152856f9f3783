"use client";

import { useEffect, useState } from "react";

/** When a layer over the page closes, the focus returns to where it was before. */
export function useOpenerFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
