"use client";

import { useEffect, useState } from "react";

/** What opens over the page gives the focus back, as it closes, to where it was before. */
export function useOpenerFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
