"use client";

import { createElement } from "react";
import classes from "./institution-screen.module.css";
import { InstitutionMissing } from "./institution-missing.tsx";
import { PublicFace } from "./public-face.tsx";
import {
  BackToSearch,
  InstitutionHeadSkeleton,
} from "#components/institutions/institution-head.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { isOutside } from "#lib/auth/auth-state.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { institutionIdOf } from "#lib/institutions/institution-id.ts";

const fetchKnown = async () => (await import("./known-institution.tsx")).KnownInstitution;
const goWithout = () => undefined;

/** An institution and who studied there; for a visitor how many did. */
export function InstitutionScreen() {
  const id = institutionIdOf(usePathname());
  const visitor = isOutside(useAuth());
  const known = useOnDemand(fetchKnown, goWithout, !visitor);
  if (id === null) return <InstitutionMissing visitor={visitor} />;
  if (visitor) return <PublicFace key={id} id={id} />;
  if (known) return createElement(known, { key: id, id });
  return (
    <div className={classes.page}>
      <div>
        <BackToSearch />
        <InstitutionHeadSkeleton />
      </div>
    </div>
  );
}
