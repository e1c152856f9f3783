// eslint-disable-next-line no-restricted-imports -- what it loads never rejects
import { lazy, Suspense } from "react";
import type { MarkedText } from "#components/ui/people/marked-text.tsx";
import { fetchOnDemand } from "#lib/browser/fetch-on-demand.ts";

const fetchMarked = async () => (await import("#components/ui/people/marked-text.tsx")).MarkedText;
/** Where it cannot be fetched the text stays plain, which is no failure to report. */
const Marked = lazy(async (): Promise<{ default: typeof MarkedText }> => {
  const marked = await fetchOnDemand(fetchMarked);
  return { default: "fetched" in marked ? marked.fetched : ({ text }) => <>{text}</> };
});

/**
 * `MarkedText` for lists that a page begins with: most readers search for nothing there, so the rules of spelling, 1.5 KB,
 * are fetched with the first words.
 */
export function MarkedOnDemand({ text, q }: { text: string; q: string }) {
  if (q === "") return text;
  return (
    <Suspense fallback={text}>
      <Marked text={text} q={q} />
    </Suspense>
  );
}
