/** The service worker of the surface (server/pwa). Browser only; everything else works without one. */

const address = "/sw.js";

const container = () =>
  typeof navigator !== "undefined" && "serviceWorker" in navigator ? navigator.serviceWorker : null;

/** Registers the worker and caches the files of the first visit, so that the next one needs no network. */
export async function registerServiceWorker(): Promise<void> {
  const workers = container();
  if (!workers) return;
  const isFirst = !workers.controller;
  await workers.register(address, { updateViaCache: "none" });
  const { active } = await workers.ready;
  if (!isFirst) return;
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === window.location.origin)
    .map(({ pathname }) => pathname);
  active?.postMessage({ type: "visit", page: window.location.pathname, files });
}

/** The registration once its worker is active; null where there is none. */
export async function readyServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  const workers = container();
  if (!workers || !(await workers.getRegistration())) return null;
  return workers.ready;
}

export function postToServiceWorker(message: { type: string; [more: string]: unknown }): void {
  void readyServiceWorker().then((registration) => registration?.active?.postMessage(message));
}

/** Loads a page anew whose build is gone; the worker waits for the new one, however slow the network is. */
export function reloadOutdated(): void {
  container()?.controller?.postMessage({ type: "outdated", page: window.location.pathname });
  window.location.reload();
}

interface Question {
  type: string;
  [more: string]: unknown;
}

/** Answers questions of the worker to this page; undefined sends no answer. */
export function answerServiceWorker(answer: (question: Question) => unknown): () => void {
  const workers = container();
  if (!workers) return () => undefined;
  const listen = ({ data, ports }: MessageEvent<Question>) => {
    const said = answer(data);
    if (said !== undefined) ports[0]?.postMessage(said);
  };
  workers.addEventListener("message", listen);
  workers.startMessages();
  return () => workers.removeEventListener("message", listen);
}
