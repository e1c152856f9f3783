"use client";

import { type Attributes, type ComponentType, createElement, type ReactNode } from "react";
import classes from "./institution-screen.module.css";
import { ErrorCard } from "#components/ui/list-states.tsx";
import { usePartOrFailure } from "#components/ui/on-demand/use-part-or-failure.ts";
import { SubjectHeadSkeleton } from "#components/ui/subject/subject-head-skeleton.tsx";

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
  const { part, failure } = usePartOrFailure(fetchPart);
  if (part) return createElement(part, of);
  return (
    <div className={classes.page}>
      <div>
        {above}
        {failure ? <ErrorCard {...failure} /> : <SubjectHeadSkeleton />}
      </div>
    </div>
  );
}
