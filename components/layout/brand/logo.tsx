"use client";

import classes from "#components/layout/brand/logo.module.css";
import { LogoImage } from "#components/layout/brand/logo-image.tsx";
import { useBrand } from "#components/layout/brand/use-brand.ts";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { routes } from "#lib/routes.ts";

/** The logo as the link home; on the narrowest screens only its mark. */
export function Logo() {
  return (
    <RouteLink route={routes.home()} className={classes.link} aria-label={useBrand()}>
      <LogoImage color="accent" />
    </RouteLink>
  );
}
