"use client";

import "#components/ui/beside-mantine.ts";
import { AuthWidget } from "#components/auth/header/auth-widget.tsx";
import { RequestBell } from "#components/friends/request-bell.tsx";
import { LanguageItems } from "#components/languages/language-items.tsx";
import { useOtherScheme } from "#components/layout/color-scheme/color-scheme-button.tsx";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import { MessageAlerts } from "#components/messenger/notifications/message-alerts.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { fetchFloating } from "#components/ui/overlays/use-floating.tsx";
import type { User } from "#lib/auth/schema.ts";
import { useFetchedAhead } from "#lib/browser/use-fetched-ahead.ts";
import { useUnreadCount } from "#lib/messenger/receipts/unread-count.ts";
import { usePresenceEvents } from "#lib/presence/use-presence-events.ts";

/** The header's right side for a member. */
export function MemberActions({ user }: { user: User }) {
  usePresenceEvents();
  useFetchedAhead(fetchFloating);
  return (
    <MantineFrame>
      <MessageAlerts memberId={user.id} />
      <AuthWidget
        user={user}
        unread={useUnreadCount()}
        bell={<RequestBell />}
        menuItems={
          <>
            <ColorSchemeItem />
            <Menu.Divider />
            <LanguageItems />
          </>
        }
      />
    </MantineFrame>
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
