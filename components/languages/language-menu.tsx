"use client";

import { LanguageButton } from "#components/languages/language-button.tsx";
import { LanguageItems } from "#components/languages/language-items.tsx";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import { floating } from "#components/ui/overlays/floating.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { provideFloating } from "#components/ui/overlays/use-floating.tsx";

provideFloating(floating);

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
