import { useEffect } from "react";
import { livePresence } from "#lib/members/live-presence.ts";
import { presenceEvent } from "#lib/presence/schema.ts";
import { useResync, useSocketConnected, useSocketEvent } from "#lib/api/socket.ts";

/** Shows members as they come and go. Called once a page. */
export function usePresenceEvents(): void {
  useSocketEvent("presence", presenceEvent, ({ user_id, ...presence }) =>
    livePresence.receive(user_id, presence),
  );
  const connected = useSocketConnected();
  useEffect(() => {
    // Events of whoever came or went meanwhile were missed, so the lists that are shown are fetched again.
    if (connected) livePresence.forget();
  }, [connected]);
  useResync(() => livePresence.forget());
}
