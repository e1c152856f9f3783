"use client";

import type { ComponentPropsWithRef, MouseEvent } from "react";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { followInPlace, Link, opensElsewhere } from "#lib/i18n/navigation.ts";
import type { Route } from "#lib/routes.ts";
import { useSurface } from "#lib/site/surface-context.tsx";

type InPlaceLinkProps = Omit<ComponentPropsWithRef<"a">, "href"> & { route: Route };

/**
 * A link that may lead to the open page with another query: then only the address changes, so that
 * nothing is fetched, nothing scrolls and the focus stays. To any other page it is a RouteLink.
 */
export function InPlaceLink({ route, onClick, ...anchor }: InPlaceLinkProps) {
  const here = useSurface();
  if (route.surface !== here) return <RouteLink route={route} onClick={onClick} {...anchor} />;
  const changeAddress = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    if (event.currentTarget.pathname === window.location.pathname) followInPlace(event);
  };
  return <Link href={route.path} {...anchor} onClick={changeAddress} />;
}
