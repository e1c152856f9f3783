import { lazyOrPlain } from "#components/ui/on-demand/lazy-or-plain.tsx";

const Marked = lazyOrPlain(
  async () => (await import("#components/ui/people/marked-text.tsx")).MarkedText,
  ({ text }) => <>{text}</>,
);

/**
 * `MarkedText` for lists that a page begins with: most readers search for nothing there, so the rules of spelling, 1.5 KB,
 * are fetched with the first words.
 */
export function MarkedOnDemand({ text, q }: { text: string; q: string }) {
  return q === "" ? text : <Marked text={text} q={q} />;
}
