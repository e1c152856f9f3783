import { useEffect } from "react";
import { livePresence } from "#lib/members/live-presence.ts";
import { presenceEvent } from "#lib/presence/schema.ts";
import { useSocketConnected, useSocketEvent } from "#lib/api/socket.ts";

/** Shows members as they come and go. Called once a page. */
export function usePresenceEvents(): void {
  useSocketEvent("presence", presenceEvent, ({ user_id, ...presence }) =>
    livePresence.tell(user_id, presence),
  );
  const connected = useSocketConnected();
  useEffect(() => {
    // Whoever came or went meanwhile was not told of; the lists that are shown are asked for again.
    if (connected) livePresence.forget();
  }, [connected]);
}
