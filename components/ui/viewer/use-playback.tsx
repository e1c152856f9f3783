"use client";

import { Anchor } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, type SyntheticEvent, useState } from "react";
import classes from "#components/ui/viewer/use-playback.module.css";
import { leaveFocusAround } from "#lib/browser/leave-focus-around.ts";

interface Playback {
  /** Whether the browser cannot play the file at this address; it may have expired, so another one is tried. */
  unplayable: boolean;
  /** Stands below the player while the network has interrupted it. */
  interruption: ReactNode;
  /** For the video or audio element. */
  events: Pick<ComponentProps<"video">, "onError" | "onPlaying">;
}

/** `MediaError.MEDIA_ERR_NETWORK` */
const networkError = 2;

/** How a video or an audio file plays. What the network interrupts stays, with a button that goes on from the same place. */
export function usePlayback(url: string): Playback {
  const [failed, setFailed] = useState<string | null>(null);
  const [stopped, setStopped] = useState<{ url: string; player: HTMLMediaElement } | null>(null);
  return {
    unplayable: failed === url,
    interruption: stopped?.url === url && (
      <Interruption onRetry={() => void resume(stopped.player)} />
    ),
    events: {
      onError: ({ currentTarget: player }: SyntheticEvent<HTMLMediaElement>) => {
        const { error } = player;
        // Offline, a player that is loaded again reports its source as unsupported, although it has played before.
        const isInterrupted = error?.code === networkError || stopped?.url === url;
        if (isInterrupted) setStopped({ url, player });
        else setFailed(url);
      },
      onPlaying: () => setStopped(null),
    },
  };
}

function Interruption({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations();
  return (
    <p role="alert" className={classes.interrupted}>
      {t("Problem.offline")}{" "}
      <Anchor ref={leaveFocusAround} component="button" type="button" onClick={onRetry}>
        {t("Layout.retry")}
      </Anchor>
    </p>
  );
}

/** A player that the network has stopped fetches nothing more until it is loaded anew, which begins at the start. */
async function resume(player: HTMLMediaElement): Promise<void> {
  const reached = player.currentTime;
  player.load();
  player.currentTime = reached;
  // Its event says why it fails again.
  await player.play().catch(() => null);
}
