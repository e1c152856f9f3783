// eslint-disable-next-line no-restricted-imports -- what it loads never rejects
import { type ComponentType, lazy, Suspense } from "react";
import { fetchOnDemand } from "#lib/browser/fetch-on-demand.ts";

/**
 * A component that is fetched at its first use. Until then, and where it cannot be fetched, `Plain` stands in its place, which
 * is no failure to report.
 */
export function lazyOrPlain<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Plain: ComponentType<Props>,
) {
  const Part: ComponentType<Props> = lazy(async () => {
    const part = await fetchOnDemand(fetchPart);
    return { default: "fetched" in part ? part.fetched : Plain };
  });
  return function LazyOrPlain(props: Props) {
    return (
      <Suspense fallback={<Plain {...props} />}>
        <Part {...props} />
      </Suspense>
    );
  };
}
