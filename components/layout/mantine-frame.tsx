"use client";

import "#components/layout/mantine-styles.ts";
import { MantineContext, MantineProvider } from "@mantine/core";
import { type ReactNode, useContext, useState } from "react";
import { cookieColorSchemeManager } from "#components/layout/color-scheme-manager.ts";
import { cssVariables, theme } from "#components/layout/theme.ts";

/**
 * Makes Mantine's components usable inside it. The account screens do without, but for what is fetched on demand:
 * they are opened first, often over a slow network.
 */
export function MantineFrame({ children }: { children: ReactNode }) {
  const [colorSchemeManager] = useState(cookieColorSchemeManager);
  if (useContext(MantineContext) !== null) return children;
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}
