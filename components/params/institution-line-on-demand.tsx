import type { InstitutionLineProps } from "#components/params/institution-line.tsx";
import { lazyOrPlain } from "#components/ui/on-demand/lazy-or-plain.tsx";

const plainOf = ({ line, ...lines }: InstitutionLineProps) => lines[line] ?? "";

const Line = lazyOrPlain(
  async () => (await import("#components/params/institution-line.tsx")).InstitutionLine,
  (props) => <>{plainOf(props)}</>,
);

/**
 * `InstitutionLine` for lists that a page begins with: most readers search for nothing there, so the rules of spelling,
 * 2 KB, are fetched with the first words.
 */
export function InstitutionLineOnDemand(props: InstitutionLineProps) {
  return props.q === "" ? plainOf(props) : <Line {...props} />;
}
