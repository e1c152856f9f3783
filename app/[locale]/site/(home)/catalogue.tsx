"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import classes from "./catalogue.module.css";
import { CatalogueHead, ChosenInstitutions, properties } from "./chosen-institutions.tsx";
import { Categories } from "#components/categories/categories.tsx";
import { CategorySheetButton } from "#components/categories/category-sheet-button.tsx";
import { CategorySkeleton } from "#components/categories/category-skeleton.tsx";
import { InstitutionSkeleton } from "#components/institutions/institution-skeleton.tsx";
import { Card } from "#components/ui/card.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { isOutside, isSessionOver } from "#lib/auth/auth-state.ts";
import { readToken } from "#lib/browser/cookies.ts";
import { useNearView } from "#lib/browser/use-near-view.ts";
import { catalogueId } from "#lib/routes.ts";

/** The kinds of institution with their regions, and the institutions of the chosen one (S-CATEGORIES). */
export function Catalogue() {
  return (
    // The choice is in the address, which is unknown while the page is prerendered.
    <Suspense fallback={<Waiting />}>
      <Wanted>
        <Frame categories={<Categories properties={properties} surface="site" />}>
          <ChosenInstitutions
            chooser={<CategorySheetButton properties={properties} surface="site" />}
          />
        </Frame>
      </Wanted>
    </Suspense>
  );
}

/** Visitors load the catalogue at once; members when they scroll to it. */
function Wanted({ children }: { children: ReactNode }) {
  const auth = useAuth();
  const place = useRef<HTMLDivElement>(null);
  const [came, setCame] = useState(false);
  useEffect(() => {
    // A member's catalogue renders after the browser has tried to scroll to `#catalogue`.
    if (window.location.hash === `#${catalogueId}`)
      document.getElementById(catalogueId)?.scrollIntoView();
  }, []);
  const isForVisitor =
    auth.status === "undetermined" ? readToken() === null : isOutside(auth) || isSessionOver(auth);
  const isWanted = isForVisitor || came;
  useNearView(place, () => setCame(true), { waits: !isWanted, margin: "200px" });
  if (isWanted) return children;
  return (
    <div ref={place}>
      <Waiting />
    </div>
  );
}

function Frame({ categories, children }: { categories: ReactNode; children: ReactNode }) {
  const t = useTranslations("Categories");
  return (
    <div id={catalogueId} className={classes.root}>
      <Card as="nav" flush aria-label={t("title")} className={classes.categories}>
        {categories}
      </Card>
      <section className={classes.institutions}>{children}</section>
    </div>
  );
}

function Waiting() {
  return (
    <Frame categories={<CategorySkeleton />}>
      <CatalogueHead />
      <div className={classes.chooserRoom} />
      <Card flush>
        <div className={classes.searchRoom} />
        <InstitutionSkeleton />
      </Card>
    </Frame>
  );
}
