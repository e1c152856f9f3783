"use client";

import { Button, Loader, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import classes from "#components/messenger/history/edge-loader.module.css";
import { useNearView } from "#lib/browser/use-near-view.ts";
import type { HistoryEdge } from "#lib/messenger/history/use-history.ts";

/** The next page is loaded this far before the edge is visible, so that a member who scrolls steadily never reaches it. */
const ahead = "1600px 0px";

/** An end of the loaded history. It has the same height whether it waits, loads or has failed. */
export function EdgeLoader({ edge }: { edge: HistoryEdge }) {
  const t = useTranslations("Messenger");
  const { history } = useConversation();
  const place = useRef<HTMLDivElement>(null);
  const waits = edge.more && !edge.loading && edge.failure === null;
  useNearView(place, edge.load, { waits, margin: ahead, within: "section" });

  const retry = () => {
    history.current?.focus({ preventScroll: true }); // the button goes with its failure
    edge.load();
  };
  if (!edge.more) return null;
  return (
    <div ref={place} className={classes.root}>
      {/* The spinner is hidden while nothing is loading, because an icon that spins would cost time in every frame. */}
      {edge.loading && (
        <>
          <Loader size={20} aria-hidden />
          <VisuallyHidden>{t("loading")}</VisuallyHidden>
        </>
      )}
      {edge.failure !== null && (
        <>
          <span role="alert">{edge.failure}</span>
          <Button variant="subtle" onClick={retry}>
            {t("retry")}
          </Button>
        </>
      )}
    </div>
  );
}
