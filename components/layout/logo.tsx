"use client";

import classes from "#components/layout/logo.module.css";
import { Mark } from "#components/layout/mark.tsx";
import { useBrand } from "#components/layout/use-brand.ts";
import { RouteLink } from "#components/ui/route-link.tsx";
import { routes } from "#lib/routes.ts";

export function Logo() {
  const brand = useBrand();
  return (
    <RouteLink
      route={routes.home()}
      fetchedAhead="when pointed at"
      className={classes.root}
      aria-label={brand}
    >
      <Mark size={32} />
      <span className={classes.name}>{brand}</span>
    </RouteLink>
  );
}
