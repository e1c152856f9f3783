"use client";

import { useTranslations } from "next-intl";
import { createElement, useState } from "react";
import { ClassFace } from "./class-face.tsx";
import classes from "./class-screen.module.css";
import { ClassMissing } from "./class-missing.tsx";
import { SubjectHeadSkeleton } from "#components/ui/subject/subject-head-skeleton.tsx";
import { Card } from "#components/ui/card.tsx";
import { ErrorState } from "#components/ui/list-states.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { isOutside } from "#lib/auth/auth-state.ts";
import { readToken } from "#lib/browser/cookies.ts";
import { type ClassAddress, classAddressOf } from "#lib/classes/class-address.ts";
import { usePathname } from "#lib/i18n/navigation.ts";

const fetchKnown = async () => (await import("./known-class.tsx")).KnownClass;

// Loaded before the session is known, because both take equally long.
if (typeof document !== "undefined" && readToken() !== null) void fetchKnown().catch(() => null);

/** A class and its members; for a visitor a rounded number of them. */
export function ClassScreen() {
  const place = classAddressOf(usePathname());
  const visitor = isOutside(useAuth());
  if (!place) return <ClassMissing />;
  const key = `${place.objectId} ${place.key}`;
  return visitor ? (
    <ClassFace key={key} place={place} />
  ) : (
    <KnownOnDemand key={key} place={place} />
  );
}

function KnownOnDemand({ place }: { place: ClassAddress }) {
  const t = useTranslations("Problem");
  const [failed, setFailed] = useState(false);
  const known = useOnDemand(fetchKnown, () => setFailed(true), !failed);
  if (known) return createElement(known, { place });
  return (
    <div className={classes.page}>
      <div>
        <span className={classes.backRoom} />
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
