"use client";

import { type ButtonLook, LightButtonLink } from "#components/ui/controls/light-button.tsx";
import { routes } from "#lib/routes.ts";

export function HomeButton({ name, variant }: { name: string; variant?: ButtonLook["variant"] }) {
  return (
    <LightButtonLink route={routes.home()} variant={variant}>
      {name}
    </LightButtonLink>
  );
}
