"use client";

import type { ButtonLook } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { routes } from "#lib/routes.ts";

export function HomeButton({ name, variant }: { name: string; variant?: ButtonLook["variant"] }) {
  return (
    <ButtonLink route={routes.home()} variant={variant}>
      {name}
    </ButtonLink>
  );
}
