/** Fetches a part of the interface whose file the page did not begin with. Browser only. */

const headTimeoutMs = 5000;

/** `outdated`: another build serves by now, which has no files of this page's build. */
export type WhyMissing = "offline" | "outdated";

type OnDemand<Part> = { fetched: Part } | { missing: WhyMissing };

/**
 * Fetches the part. If that fails while the server can be reached, it is tried once more; a second failure means that this
 * build's files are gone (`outdated`). Never rejects.
 */
export async function fetchOnDemand<Part>(fetchPart: () => Promise<Part>): Promise<OnDemand<Part>> {
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
