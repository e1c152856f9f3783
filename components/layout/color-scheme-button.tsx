"use client";

import { ActionIcon } from "@mantine/core";
import { useOtherScheme } from "#components/layout/use-other-scheme.ts";

export function ColorSchemeButton() {
  const { name, Icon, choose } = useOtherScheme();
  return (
    <ActionIcon aria-label={name} title={name} onClick={choose}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  );
}
