"use client";

import { useOtherScheme } from "#components/layout/color-scheme/use-other-scheme.ts";
import { Menu } from "#components/ui/overlays/menu.tsx";

/** For a Mantine menu. */
export function ColorSchemeItem() {
  const { name, Icon, choose } = useOtherScheme();
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden="true" />}
      onClick={choose}
    >
      {name}
    </Menu.Item>
  );
}
