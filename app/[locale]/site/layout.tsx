import type { ReactNode } from "react";
import { SurfaceProvider } from "#lib/site/surface-context.tsx";

export default function SiteLayout({ children }: { children: ReactNode }) {
  return <SurfaceProvider surface="site">{children}</SurfaceProvider>;
}
