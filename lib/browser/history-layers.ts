/**
 * The layers over the page (menus, sheets, dialogs), the topmost last. For each of them the history has one more entry
 * at the same address, which the browser's Back removes instead of leaving the page.
 */
const layers: Layer[] = [];

interface Layer {
  address: string;
  onBack: () => void;
  /** A part of the page stays visible beside it, so that on a phone toasts lie below it (toaster.module.css). */
  isPart: boolean;
}

/** Whether a step through the history is under way. An entry that is added before it ends would be lost. */
let isMoving = false;
/** Called when the move has arrived. */
let afterMove: (() => void) | null = null;
/** The address that a link or a call is navigating away from: a step back meanwhile would cancel the navigation. */
let leavingFrom: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The attribute of the document that says whether a menu or a sheet is the topmost layer. */
const toastsBelow = "data-toasts-below";

/**
 * Returns a function that removes the layer. If `onBack` keeps the layer open, for example to confirm, the next Back
 * calls it again.
 */
export function addLayer(onBack: () => void, { isPart = false } = {}): () => void {
  const layer = { address: window.location.href, onBack, isPart };
  layers.push(layer);
  placeToasts();
  leavingFrom = null;
  settleSoon();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    placeToasts();
    settleSoon();
  };
}

const placeToasts = () =>
  document.documentElement.toggleAttribute(toastsBelow, layers.at(-1)?.isPart === true);

/**
 * Leaves the page for another one. `go` is called with whether to replace the entry of the only layer, which would
 * stand between the two, or to add one.
 */
export function leavePage(go: (how: "replace" | "push") => void): void {
  whenStill(() => {
    leavingFrom = window.location.href;
    go(isAtOnlyLayer() ? "replace" : "push");
  });
}

/** Navigates to what was chosen in the layer over the page, without loading a page. */
export function goOnTo(address: URL): void {
  whenStill(() => {
    if (isAtOnlyLayer()) window.history.replaceState(null, "", address);
    else window.history.pushState(null, "", address);
  });
}

export function loadPage(address: string): void {
  leavePage((how) => {
    if (how === "replace") window.location.replace(address);
    else window.location.assign(address);
  });
}

const isAtOnlyLayer = () => layers.length <= 1 && depthHere() === 1;

/** Waits with `act` until no step back is under way, because each would revert the other. */
function whenStill(act: () => void): void {
  if (isMoving) afterMove = act;
  else act();
}

function onMoved() {
  const topmost = layers.at(-1);
  const isOwnMove = isMoving;
  isMoving = false;
  leavingFrom = null;
  const waiting = afterMove;
  afterMove = null;
  if (waiting) waiting();
  else if (!isOwnMove && topmost?.address === window.location.href && depthHere() < layers.length)
    topmost.onBack();
  settleSoon();
}

/** A page may be loaded, or restored from the browser's memory, at the entry of a layer that no longer exists. */
function onShown() {
  isMoving = false;
  leavingFrom = null;
  afterMove = null;
  settleSoon();
}

function onClick({ target, defaultPrevented }: MouseEvent) {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
  if (!link || defaultPrevented || link.target === "_blank" || link.hasAttribute("download"))
    return;
  if (link.protocol.startsWith("http")) leavingFrom = window.location.href;
}

/** Delayed, because a closed layer may open again at once, as in React's StrictMode. */
function settleSoon() {
  clearTimeout(timer);
  timer = setTimeout(settle);
}

/**
 * Gives the history as many entries as there are layers. After a link was followed, the history belongs to another
 * page.
 */
function settle() {
  if (isMoving || leavingFrom === window.location.href) return;
  const missing = layers.filter(isOfThisPage).length - depthHere();
  for (let count = 0; count < missing; count += 1) {
    // The state of Next is copied, because without it Back would load the page.
    window.history.pushState({ ...stateHere(), depth: depthHere() + 1 }, "");
  }
  if (missing >= 0) return;
  // Takes one step and checks anew, because the entry below may be a page that was navigated to from a layer.
  isMoving = true;
  window.history.back();
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

if (typeof window !== "undefined") {
  window.addEventListener("popstate", onMoved);
  window.addEventListener("pageshow", onShown);
  window.addEventListener("click", onClick);
  // A script that loads after the page was shown receives no such event.
  if (document.readyState === "complete") settleSoon();
}
