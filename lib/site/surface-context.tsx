"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Surface } from "#lib/site/surfaces.ts";

const SurfaceContext = createContext<Surface | null>(null);

/** Says which surface its pages are built for, so that links are right before the browser knows its address. */
export function SurfaceProvider({ surface, children }: { surface: Surface; children: ReactNode }) {
  return <SurfaceContext value={surface}>{children}</SurfaceContext>;
}

/** Null on pages that answer on every surface (404). */
export function useSurface(): Surface | null {
  return useContext(SurfaceContext);
}
