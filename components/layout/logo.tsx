"use client";

import classes from "#components/layout/logo.module.css";
import { LogoImage } from "#components/layout/logo-image.tsx";
import { useBrand } from "#components/layout/use-brand.ts";
import { RouteLink } from "#components/ui/route-link.tsx";
import { routes } from "#lib/routes.ts";

/** The logo as the way home; on the narrowest screens only its mark. */
export function Logo() {
  return (
    <RouteLink
      route={routes.home()}
      fetchedAhead="when pointed at"
      className={classes.link}
      aria-label={useBrand()}
    >
      <LogoImage color="accent" />
    </RouteLink>
  );
}
