/** Fetches a part of the interface whose file the page did not begin with. Browser only. */

const headTimeoutMs = 5000;
const retryMs = 5000;
const outdatedMs = 60_000;
/**
 * The time limit of calls (S-FAILURES), because a connection may hang for ever. A part that arrives later is cached for
 * the next try.
 */
export const partTimeoutMs = 30_000;

/** `outdated`: another build serves by now, which has no files of this page's build. */
export type WhyMissing = "offline" | "outdated";

type OnDemand<Part> = { fetched: Part } | { missing: WhyMissing };

/**
 * Fetches the part. If that fails while the server can be reached, it is tried once more; a second failure means that this
 * build's files are gone (`outdated`). Never rejects, and has an end.
 */
export function fetchOnDemand<Part>(fetchPart: () => Promise<Part>): Promise<OnDemand<Part>> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, partTimeoutMs, { missing: "offline" });
    void fetchTwice(fetchPart).then((part) => {
      clearTimeout(late);
      resolve(part);
    });
  });
}

/**
 * Fetches a part that nobody has asked for, again and again while it does not come; the returned function ends it. What seems
 * `outdated` may be a server that is busy, so it is tried again too, but rarely.
 */
export function keepFetching<Part>(
  fetchPart: () => Promise<Part>,
  onFetched: (part: Part) => void,
  onOutdated: () => void,
): () => void {
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fetchNow = async () => {
    const part = await fetchOnDemand(fetchPart);
    if (ended) return;
    if ("fetched" in part) {
      onFetched(part.fetched);
      return;
    }
    if (part.missing === "outdated") onOutdated();
    timer = setTimeout(() => void fetchNow(), part.missing === "outdated" ? outdatedMs : retryMs);
  };
  void fetchNow();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

async function fetchTwice<Part>(fetchPart: () => Promise<Part>): Promise<OnDemand<Part>> {
  try {
    return { fetched: await fetchPart() };
  } catch {
    if (!(await isServerThere())) return { missing: "offline" };
    return fetchPart().then(
      (fetched) => ({ fetched }),
      () => ({ missing: "outdated" }),
    );
  }
}

/** Asks for the page itself, which every build answers; only a GET may be answered by the service worker. */
const isServerThere = () =>
  fetch(window.location.href, {
    method: "HEAD",
    cache: "no-store",
    signal: AbortSignal.timeout(headTimeoutMs),
  }).then(
    ({ status }) => status < 500,
    () => false,
  );
