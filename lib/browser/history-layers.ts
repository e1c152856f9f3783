/**
 * What lies over the page (menus, sheets, dialogs), the topmost last. For each of them the history has one entry more,
 * at the same address: it is what the browser's Back takes away instead of the page.
 */
const layers: Layer[] = [];

interface Layer {
  address: string;
  onBack: () => void;
  /** Part of the page stays in sight beside it, so that on a phone toasts lie below it (toaster.module.css). */
  isPart: boolean;
}

/** Whether a move through the history has begun and not arrived: an entry added meanwhile would be lost. */
let isMoving = false;
/** Called when the move has arrived. */
let afterMove: (() => void) | null = null;
/** The address that a link or a call is leading away from: a step back meanwhile would give that up. */
let leavingFrom: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** While a menu or a sheet is the topmost. */
const noticesBelow = "data-notices-below";

/** Answers what takes the layer away. Whose layer stays open at Back (there was something to ask) is asked again. */
export function addLayer(onBack: () => void, { isPart = false } = {}): () => void {
  const layer = { address: window.location.href, onBack, isPart };
  layers.push(layer);
  placeNotices();
  leavingFrom = null;
  settleSoon();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    placeNotices();
    settleSoon();
  };
}

const placeNotices = () =>
  document.documentElement.toggleAttribute(noticesBelow, layers.at(-1)?.isPart === true);

/**
 * Leaves the page for another one: `go` is called with whether that takes the place of the entry of the only layer, which would
 * stand between the two, or comes one step further.
 */
export function leavePage(go: (how: "replace" | "push") => void): void {
  whenStill(() => {
    leavingFrom = window.location.href;
    go(isAtOnlyLayer() ? "replace" : "push");
  });
}

/** To what was chosen in the layer over the page, without loading anew. */
export function goOnTo(address: URL): void {
  whenStill(() => {
    if (isAtOnlyLayer()) window.history.replaceState(null, "", address);
    else window.history.pushState(null, "", address);
  });
}

/** To a page that is loaded anew. */
export function loadPage(address: string): void {
  leavePage((how) => {
    if (how === "replace") window.location.replace(address);
    else window.location.assign(address);
  });
}

const isAtOnlyLayer = () => layers.length <= 1 && depthHere() === 1;

/** A step back that is under way would undo it, or be undone by it. */
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

/** A page may be loaded, or come back from the browser's memory, at the entry of a layer that is there no more. */
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

/** Not at once: what is closed may open again in the same breath (as React's StrictMode does). */
function settleSoon() {
  clearTimeout(timer);
  timer = setTimeout(settle);
}

/** Brings the history to as many entries as there are layers. After a link was followed it is another page's. */
function settle() {
  if (isMoving || leavingFrom === window.location.href) return;
  const missing = layers.filter(isOfThisPage).length - depthHere();
  for (let count = 0; count < missing; count += 1) {
    // The state of Next comes along: without it Back would load the page anew.
    window.history.pushState({ ...stateHere(), depth: depthHere() + 1 }, "");
  }
  if (missing >= 0) return;
  // By one and then anew: the entry below may be a page that was gone on to from a layer.
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
  // A script that comes after the page was shown hears of that no more.
  if (document.readyState === "complete") settleSoon();
}
