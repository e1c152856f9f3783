"use client";

/** The colour scheme of the page: an attribute of <html>, set before the first paint by `/config.js`. */
import { useEffect, useSyncExternalStore } from "react";
import { readColorScheme, writeColorScheme } from "#lib/browser/cookies.ts";

type ColorScheme = "light" | "dark";

const attribute = "data-mantine-color-scheme";
const dark = "(prefers-color-scheme: dark)";
const chosenListeners = new Set<(scheme: ColorScheme) => void>();

/** The shown scheme; light while hydrating, because pages are built without knowing it. */
export function useShownScheme(): ColorScheme {
  return useSyncExternalStore(onShownChange, shownScheme, () => "light");
}

export function chooseScheme(scheme: ColorScheme): void {
  writeColorScheme(scheme);
  document.documentElement.setAttribute(attribute, scheme);
  for (const listener of chosenListeners) listener(scheme);
}

export function onSchemeChosen(listener: (scheme: ColorScheme) => void): () => void {
  chosenListeners.add(listener);
  return () => void chosenListeners.delete(listener);
}

/** Follows the system until the visitor chooses, and then a choice made on another surface. */
export function useFollowedScheme(): void {
  useEffect(() => {
    const system = window.matchMedia(dark);
    const follow = () => {
      const chosen = readColorScheme();
      const wanted = chosen === "light" || chosen === "dark" ? chosen : systemScheme(system);
      if (shownScheme() !== wanted) document.documentElement.setAttribute(attribute, wanted);
    };
    const followIfVisible = () => document.visibilityState === "visible" && follow();
    system.addEventListener("change", follow);
    document.addEventListener("visibilitychange", followIfVisible);
    return () => {
      system.removeEventListener("change", follow);
      document.removeEventListener("visibilitychange", followIfVisible);
    };
  }, []);
}

const systemScheme = ({ matches }: MediaQueryList) => (matches ? "dark" : "light");

const shownScheme = (): ColorScheme =>
  document.documentElement.getAttribute(attribute) === "dark" ? "dark" : "light";

function onShownChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: [attribute] });
  return () => observer.disconnect();
}
