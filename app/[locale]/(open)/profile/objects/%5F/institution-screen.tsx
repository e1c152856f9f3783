"use client";

import { useTranslations } from "next-intl";
import { createElement, useState } from "react";
import classes from "./institution-screen.module.css";
import { InstitutionMissing } from "./institution-missing.tsx";
import { PublicFace } from "./public-face.tsx";
import { BackToInstitutions } from "#components/institutions/institution-head.tsx";
import { SubjectHeadSkeleton } from "#components/ui/subject/subject-head-skeleton.tsx";
import { Card } from "#components/ui/card.tsx";
import { ErrorState } from "#components/ui/list-states.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { isOutside } from "#lib/auth/auth-state.ts";
import { readToken } from "#lib/browser/cookies.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { institutionIdOf } from "#lib/institutions/institution-id.ts";

const fetchKnown = async () => (await import("./known-institution.tsx")).KnownInstitution;

// Loaded before the session is known, because both take equally long.
if (typeof document !== "undefined" && readToken() !== null) void fetchKnown().catch(() => null);

/** An institution and its members; for a visitor their number. */
export function InstitutionScreen() {
  const id = institutionIdOf(usePathname());
  const visitor = isOutside(useAuth());
  if (id === null) return <InstitutionMissing visitor={visitor} />;
  return visitor ? <PublicFace key={id} id={id} /> : <KnownOnDemand id={id} />;
}

function KnownOnDemand({ id }: { id: number }) {
  const t = useTranslations("Problem");
  const [failed, setFailed] = useState(false);
  const known = useOnDemand(fetchKnown, () => setFailed(true), !failed);
  if (known) return createElement(known, { key: id, id });
  return (
    <div className={classes.page}>
      <div>
        <BackToInstitutions />
        {failed ? (
          <Card>
            <ErrorState message={t("offline")} onRetry={() => setFailed(false)} />
          </Card>
        ) : (
          <SubjectHeadSkeleton />
        )}
      </div>
    </div>
  );
}
