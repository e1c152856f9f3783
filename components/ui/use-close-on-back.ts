"use client";

import { useEffect, useEffectEvent } from "react";

/**
 * What lies over the page, the topmost last. For each of them the history has one entry more, at
 * the same address: it is what the browser's Back takes away instead of the page.
 */
const layers: Layer[] = [];

interface Layer {
  address: string;
  onBack: () => void;
}

/** While the history goes where it was sent: until it has come there, nothing may be added to it. */
let isMoving = false;
let isListening = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * While mounted, the browser's Back calls `onBack` instead of leaving the page. Who stays open all
 * the same (there was something to ask) is asked again at the next Back.
 */
export function useCloseOnBack(onBack: () => void): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    const layer = { address: window.location.href, onBack: () => close() };
    layers.push(layer);
    listen();
    settleSoon();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      settleSoon();
    };
  }, []);
}

/**
 * To what was chosen in the layer over the page: it takes the place of the layer's entry, which would stand between the
 * two. Without a layer, one step further.
 */
export function goOnTo(address: URL): void {
  const isLayerOnly = !isMoving && layers.length === 1 && depthHere() === 1;
  if (isLayerOnly) window.history.replaceState(null, "", address);
  else window.history.pushState(null, "", address);
}

function listen() {
  if (!isListening) window.addEventListener("popstate", onMoved);
  isListening = true;
}

function onMoved() {
  const topmost = layers.at(-1);
  const isOwnMove = isMoving;
  isMoving = false;
  if (!isOwnMove && topmost?.address === window.location.href && depthHere() < layers.length)
    topmost.onBack();
  settleSoon();
}

/** Not at once: what is closed may open again in the same breath (as React's StrictMode does). */
function settleSoon() {
  clearTimeout(timer);
  timer = setTimeout(settle);
}

/** Brings the history to as many entries as there are layers. After a link was followed it is another page's. */
function settle() {
  if (isMoving) return;
  const missing = layers.filter(isOfThisPage).length - depthHere();
  for (let count = 0; count < missing; count += 1) {
    // The state of Next comes along: without it Back would load the page anew.
    window.history.pushState({ ...stateHere(), depth: depthHere() + 1 }, "");
  }
  if (missing >= 0) return;
  isMoving = true;
  window.history.go(missing);
}

const isOfThisPage = ({ address }: Layer) => address === window.location.href;

function depthHere(): number {
  const { depth } = stateHere();
  return typeof depth === "number" ? depth : 0;
}

function stateHere(): { depth?: unknown } {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null ? state : {};
}
