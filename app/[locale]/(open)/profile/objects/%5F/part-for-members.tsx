"use client";

import { useTranslations } from "next-intl";
import {
  type Attributes,
  type ComponentType,
  createElement,
  type ReactNode,
  useState,
} from "react";
import classes from "./institution-screen.module.css";
import { ErrorCard } from "#components/ui/list-states.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import { SubjectHeadSkeleton } from "#components/ui/subject/subject-head-skeleton.tsx";
import type { WhyMissing } from "#lib/browser/fetch-on-demand.ts";

interface PartForMembersProps<Props> {
  fetchPart: () => Promise<ComponentType<Props>>;
  /** What the part is given. */
  of: Attributes & Props;
  /** Stands above the shape of its head until it is loaded. */
  above: ReactNode;
}

/** What members see of an institution or a class. Visitors do not load it. */
export function PartForMembers<Props extends object>({
  fetchPart,
  of,
  above,
}: PartForMembersProps<Props>) {
  const t = useTranslations("Problem");
  const [missing, setMissing] = useState<WhyMissing | null>(null);
  const part = useOnDemand(fetchPart, setMissing, missing === null);
  if (part) return createElement(part, of);
  return (
    <div className={classes.page}>
      <div>
        {above}
        {missing ? (
          <ErrorCard message={t(missing)} onRetry={() => setMissing(null)} />
        ) : (
          <SubjectHeadSkeleton />
        )}
      </div>
    </div>
  );
}
