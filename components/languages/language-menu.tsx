"use client";

import { Menu } from "@mantine/core";
import { LanguageButton } from "#components/languages/language-button.tsx";
import { LanguageItems } from "#components/languages/language-items.tsx";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";

export function LanguageMenu() {
  return (
    <MantineFrame>
      <Menu position="bottom-end" width={180} withinPortal={false} defaultOpened>
        <Menu.Target>
          <LanguageButton />
        </Menu.Target>
        <Menu.Dropdown>
          <LanguageItems />
        </Menu.Dropdown>
      </Menu>
    </MantineFrame>
  );
}
