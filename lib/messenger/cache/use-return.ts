"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { useResync, useSocketConnected } from "#lib/api/socket.ts";

/**
 * Events that came between the first answers and the first connection are fetched only after this time, once the page
 * has settled.
 */
const firstRestMs = 2000;

/** A timer runs at this interval; if it fires much later, the machine has slept. */
const checkEveryMs = 5000;
const sleptMs = 15_000;

/**
 * Calls back when events may have been missed: after every connection of the socket, when the server sends a resync,
 * when the tab becomes visible again, when the network is back, and when the machine has slept.
 */
export function useReturn(onReturn: () => void): void {
  const connected = useSocketConnected();
  const comeBack = useEffectEvent(onReturn);
  const connection = useRef<"opening" | "open" | "lost">(connected ? "open" : "opening");
  useEffect(() => {
    const former = connection.current;
    if (connected) connection.current = "open";
    else if (former === "open") connection.current = "lost";
    if (!connected || former === "open") return;
    if (former === "lost") {
      comeBack();
      return;
    }
    const timer = setTimeout(comeBack, firstRestMs);
    return () => clearTimeout(timer);
  }, [connected]);
  useResync(onReturn);
  useEffect(() => {
    const callBack = () => {
      if (document.visibilityState === "visible") comeBack();
    };
    document.addEventListener("visibilitychange", callBack);
    window.addEventListener("online", callBack);
    const stopWatch = onWake(callBack);
    return () => {
      document.removeEventListener("visibilitychange", callBack);
      window.removeEventListener("online", callBack);
      stopWatch();
    };
  }, []);
}

function onWake(callBack: () => void): () => void {
  let checkedAt = Date.now();
  const timer = setInterval(() => {
    const slept = Date.now() - checkedAt > checkEveryMs + sleptMs;
    checkedAt = Date.now();
    if (slept) callBack();
  }, checkEveryMs);
  return () => clearInterval(timer);
}
