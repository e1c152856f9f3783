"use client";

/*
 * Styles of the Mantine components that most pages use. They sit in the cascade layer "mantine", so a CSS
 * module always wins. A component used in few places imports its own `.layer.css`.
 */
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/Alert.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Text.layer.css";
import "@mantine/core/styles/Title.layer.css";
import "@mantine/core/styles/VisuallyHidden.layer.css";
import {
  isMantineColorScheme,
  type MantineColorSchemeManager,
  MantineContext,
  MantineProvider,
} from "@mantine/core";
import { type ReactNode, useContext, useState } from "react";
import { onSchemeChosen } from "#components/layout/color-scheme/color-scheme.ts";
import { cssVariables, theme } from "#components/layout/theme.ts";
import { clearColorScheme, readColorScheme, writeColorScheme } from "#lib/browser/cookies.ts";

/**
 * Provides what Mantine's components need. The pages of visitors do without it, except for parts loaded on demand: they
 * are opened first, often over a slow network.
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

/**
 * Remembers the chosen scheme in a cookie of the parent domain, so that every surface follows it.
 * `/config.js` applies it before the first paint.
 */
function cookieColorSchemeManager(): MantineColorSchemeManager {
  let stop = (): void => undefined;
  return {
    get: (fallback) => (typeof document === "undefined" ? fallback : chosen(fallback)),
    set: writeColorScheme,
    subscribe: (onUpdate) => {
      // Another surface may have changed it meanwhile.
      const update = () => document.visibilityState === "visible" && onUpdate(chosen("auto"));
      document.addEventListener("visibilitychange", update);
      const stopFollowing = onSchemeChosen(onUpdate);
      stop = () => {
        stopFollowing();
        document.removeEventListener("visibilitychange", update);
      };
    },
    unsubscribe: () => stop(),
    clear: clearColorScheme,
  };
}

function chosen(fallback: "auto" | "light" | "dark") {
  const scheme = readColorScheme();
  return isMantineColorScheme(scheme) ? scheme : fallback;
}
