"use client";

import { IconCloudOff, IconLoader2 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import classes from "#components/messenger/notifications/connection-notice.module.css";
import { useEveryOutgoing } from "#lib/messenger/outbox/outbox-context.tsx";
import { shownState } from "#lib/messenger/outbox/outgoing.ts";
import { useSocketConnected } from "#lib/api/socket.ts";
import { createListeners } from "#lib/browser/store.ts";

/** An interruption is shown only after this time, so that neither connecting nor a short interruption shows anything. */
const graceMs = 2500;

/**
 * Shows that no messages arrive, whether because of the network or the server, and how many wait to be sent. They are
 * sent only from a page of this surface, because no other can read what is stored here (D-MESSENGER).
 */
export function ConnectionNotice() {
  const t = useTranslations("Messenger");
  const online = useOnline();
  const lost = useLost() || !online;
  const count = useEveryOutgoing().filter((item) => shownState(item) === "pending").length;
  const Icon = online ? IconLoader2 : IconCloudOff;
  return (
    <div role="status" className={classes.place}>
      {lost && (
        <span className={classes.notice}>
          <Icon size={18} stroke={1.7} aria-hidden="true" data-turning={online || undefined} />
          <span>
            {t(online ? "connectionLost" : "connectionOffline")}
            {count > 0 && ` ${t("connectionWaiting", { count })}. ${t("connectionSendsHere")}`}
          </span>
        </span>
      )}
    </div>
  );
}

function useLost(): boolean {
  const connected = useSocketConnected();
  const [lost, setLost] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLost(!connected), connected ? 0 : graceMs);
    return () => clearTimeout(timer);
  }, [connected]);
  return lost;
}

const networkChange = createListeners("online", "offline");

function useOnline(): boolean {
  return useSyncExternalStore(
    networkChange.subscribe,
    () => navigator.onLine,
    () => true,
  );
}
