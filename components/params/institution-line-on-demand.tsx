import { lazy, Suspense } from "react";
import type {
  InstitutionLine,
  InstitutionLineProps,
} from "#components/params/institution-line.tsx";
import { fetchOnDemand } from "#lib/browser/fetch-on-demand.ts";

const fetchLine = async () =>
  (await import("#components/params/institution-line.tsx")).InstitutionLine;
/** Where it cannot be fetched the text stays plain, which is no failure to report. */
const Line = lazy(async (): Promise<{ default: typeof InstitutionLine }> => {
  const line = await fetchOnDemand(fetchLine);
  return { default: "fetched" in line ? line.fetched : (props) => <>{props[props.line]}</> };
});

/**
 * `InstitutionLine` for lists that a page begins with: most readers search for nothing there, so the rules of spelling,
 * 2 KB, are fetched with the first words.
 */
export function InstitutionLineOnDemand(props: InstitutionLineProps) {
  const plain = props[props.line] ?? "";
  if (props.q === "") return plain;
  return (
    <Suspense fallback={plain}>
      <Line {...props} />
    </Suspense>
  );
}
