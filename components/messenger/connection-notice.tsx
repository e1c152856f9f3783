"use client";

import { IconCloudOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import classes from "#components/messenger/connection-notice.module.css";
import { useSocketConnected } from "#lib/socket.ts";

/** Connecting and a short break are nothing to tell of. */
const graceMs = 2500;

/** Tells that messages do not arrive, until they do. */
export function ConnectionNotice() {
  const t = useTranslations("Messenger");
  const lost = useLost();
  return (
    <div role="status" className={classes.place}>
      {lost && (
        <span className={classes.notice}>
          <IconCloudOff size={18} stroke={1.7} aria-hidden="true" />
          {t("connectionLost")}
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
