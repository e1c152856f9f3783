"use client";

import type { ReactNode } from "react";
import { AuthWidget } from "#components/auth/auth-widget.tsx";
import { RequestBell } from "#components/friends/request-bell.tsx";
import { LanguageItems } from "#components/languages/language-items.tsx";
import { LanguageSwitcher } from "#components/languages/language-switcher.tsx";
import {
  ColorSchemeButton,
  useOtherScheme,
} from "#components/layout/color-scheme/color-scheme-button.tsx";
import { MessageAlerts } from "#components/messenger/notifications/message-alerts.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { useUnreadCount } from "#lib/messenger/receipts/unread-count.ts";
import { usePresenceEvents } from "#lib/presence/use-presence-events.ts";

interface HeaderActionsProps {
  /** The language switcher of visitors, where it is not the plain one. */
  visitorLanguages?: ReactNode;
}

/** The header's right side on every surface but the account screens. */
export function HeaderActions({ visitorLanguages = <LanguageSwitcher /> }: HeaderActionsProps) {
  usePresenceEvents();
  return (
    <>
      <MessageAlerts />
      <AuthWidget
        unread={useUnreadCount()}
        bell={<RequestBell />}
        menuItems={
          <>
            <ColorSchemeItem />
            <Menu.Divider />
            <LanguageItems />
          </>
        }
        visitorActions={
          <>
            <ColorSchemeButton />
            {visitorLanguages}
          </>
        }
      />
    </>
  );
}

/** For a Mantine menu. */
function ColorSchemeItem() {
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
