/** Sends a request as `fetch` does, and reports how much of it has been sent, which `fetch` cannot. Browser only. */
import type { Send } from "#lib/api/api-client.ts";

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/** How long an upload may be silent: while it sends bytes, and while the server processes them. */
const silenceMaxMs = { sending: 60_000, working: 300_000 };
const bodilessStatuses: readonly number[] = [204, 205, 304];

export function sendWithProgress(onProgress: (progress: UploadProgress) => void): Send {
  return (path, { method = "POST", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const over = new AbortController();
      const giveUp = (reason: Error) => {
        over.abort();
        reject(reason);
        request.abort();
      };
      const lost = () => giveUp(new TypeError("The connection was lost"));
      const listen = listeningUntil(over.signal);
      const stayAwake = silenceLimit(lost, over.signal);

      request.open(method, path);
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      listen(request.upload, "progress", ({ loaded, total }) => {
        stayAwake(loaded < total ? silenceMaxMs.sending : silenceMaxMs.working);
        onProgress({ sentBytes: loaded, totalBytes: total });
      });
      listen(request, "load", () => {
        over.abort();
        resolve(answerOf(request));
      });
      listen(request, "error", lost);
      // A dead connection may stay open for minutes, so the offline event of the browser ends it earlier.
      window.addEventListener("offline", lost, { signal: over.signal });
      const cancelled = () => giveUp(new DOMException("Cancelled", "AbortError"));
      if (signal?.aborted) cancelled();
      else {
        signal?.addEventListener("abort", cancelled, { signal: over.signal });
        stayAwake(silenceMaxMs.sending);
        // Only forms and texts are sent, which XMLHttpRequest takes as fetch does.
        request.send(body as XMLHttpRequestBodyInit | null);
      }
    });
}

function listeningUntil(signal: AbortSignal) {
  return (
    target: XMLHttpRequestEventTarget,
    type: "progress" | "load" | "error",
    listener: (event: ProgressEvent) => void,
  ) => target.addEventListener(type, listener, { signal });
}

/** Each call of the returned function restarts the timer with its argument; when it runs out, `onSilence` is called. */
function silenceLimit(onSilence: () => void, over: AbortSignal): (maxMs: number) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  over.addEventListener("abort", () => clearTimeout(timer));
  return (maxMs) => {
    clearTimeout(timer);
    timer = setTimeout(onSilence, maxMs);
  };
}

function answerOf(request: XMLHttpRequest): Response {
  const { status, statusText } = request;
  const body = bodilessStatuses.includes(status) ? null : request.responseText;
  const retryAfter = request.getResponseHeader("Retry-After");
  const headers = new Headers(retryAfter === null ? {} : { "Retry-After": retryAfter });
  return new Response(body, { status, statusText, headers });
}
