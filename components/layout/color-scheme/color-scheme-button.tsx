"use client";

import { useOtherScheme } from "#components/layout/color-scheme/use-other-scheme.ts";
import { IconButton } from "#components/ui/controls/icon-button.tsx";

export function ColorSchemeButton() {
  const { name, Icon, choose } = useOtherScheme();
  return (
    <IconButton aria-label={name} title={name} onClick={choose}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
    </IconButton>
  );
}
