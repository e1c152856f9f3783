import type { ReactNode } from "react";
import { ChatShell } from "#app/[locale]/chat/chat-shell.tsx";
import { MessengerWithMenu } from "#app/[locale]/chat/messenger-with-menu.tsx";
import { SurfaceMessages } from "#components/layout/surface-messages.tsx";
import { SurfaceProvider } from "#lib/site/surface-context.tsx";

export default function ChatLayout({ children }: { children: ReactNode }) {
  return (
    <SurfaceProvider surface="chat">
      <SurfaceMessages
        namespaces={[
          "Auth",
          "Blocks",
          "Bubble",
          "Emoji",
          "Forward",
          "Friends",
          "ImageSettings",
          "Invitation",
          "Invitations",
          "Lists",
          "MessageMenu",
          "Messenger",
          "Notices",
          "Presence",
          "Push",
          "Reports",
          "Search",
          "Ties",
          "Viewer",
        ]}
      >
        <ChatShell>
          <MessengerWithMenu />
          {children}
        </ChatShell>
      </SurfaceMessages>
    </SurfaceProvider>
  );
}
