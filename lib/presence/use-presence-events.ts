import { useEffect } from "react";
import { livePresence } from "#lib/members/live-presence.ts";
import { presenceEvent } from "#lib/presence/schema.ts";
import { useResync, useSocketConnected, useSocketEvent } from "#lib/api/socket.ts";

/** Applies presence events. Called once a page. */
export function usePresenceEvents(): void {
  useSocketEvent("presence", presenceEvent, ({ user_id, ...presence }) =>
    livePresence.receive(user_id, presence),
  );
  const connected = useSocketConnected();
  useEffect(() => {
    // Presence events were missed meanwhile, so the lists that are shown are refetched.
    if (connected) livePresence.forget();
  }, [connected]);
  useResync(() => livePresence.forget());
}
