"use client";

import { useLocale } from "next-intl";
import { type ComponentPropsWithRef, type FocusEvent, type PointerEvent, useCallback } from "react";
import { getRuntimeConfig, useRuntimeConfig } from "#lib/config/runtime-config.ts";
import { Link, useRouter } from "#lib/i18n/navigation.ts";
import { loadPage } from "#lib/browser/history-layers.ts";
import { hrefOf, isStartPage, type Route } from "#lib/routes.ts";
import { useSurface } from "#lib/site/surface-context.tsx";
import type { Deployment } from "#lib/site/surfaces.ts";

type AnchorToRoute = Omit<ComponentPropsWithRef<"a">, "href"> & { route: Route };

/**
 * A link to any page. Within the surface it navigates without a reload; to another surface it is a plain absolute link,
 * which gets its address once the browser knows the domain.
 */
export function RouteLink({ route, ...anchor }: AnchorToRoute) {
  const here = useSurface();
  const config = useRuntimeConfig();
  if (route.surface !== here || (config && isApartFromRoot(config, route)))
    return <AbsoluteLink route={route} {...anchor} />;
  return <PointedLink route={route} {...anchor} />;
}

/** Its page is prefetched when the link is pointed at or focused. */
function PointedLink({ route: { path }, onPointerEnter, onFocus, ...anchor }: AnchorToRoute) {
  const { prefetch } = useRouter();
  return (
    <Link
      href={path}
      onPointerEnter={(event: PointerEvent<HTMLAnchorElement>) => {
        onPointerEnter?.(event);
        prefetch(path);
      }}
      onFocus={(event: FocusEvent<HTMLAnchorElement>) => {
        onFocus?.(event);
        prefetch(path);
      }}
      {...anchor}
    />
  );
}

/** The root domain is the site's address for its home page alone; its other pages stand on the host of the site (D-SURFACES). */
const isApartFromRoot = ({ rootDomain }: Deployment, { surface, path }: Route) =>
  surface === "site" && !isStartPage(path) && window.location.hostname === rootDomain;

function AbsoluteLink({ route, children, ...anchor }: AnchorToRoute) {
  const locale = useLocale();
  const config = useRuntimeConfig();
  // A page that answers on every surface is left by the start page of its host, before the domain is known.
  const unknown = useSurface() === null ? `/${locale}` : undefined;
  return (
    <a href={config ? hrefOf(config, locale, route) : unknown} {...anchor}>
      {children}
    </a>
  );
}

interface GoToOptions {
  /** Replaces the history entry of the page that redirects. */
  replace?: boolean;
}

/** Navigates as a click on RouteLink would. */
export function useGoTo(): (route: Route, options?: GoToOptions) => void {
  const here = useSurface();
  const locale = useLocale();
  const router = useRouter();
  return useCallback(
    (route, { replace = false } = {}) => {
      const config = getRuntimeConfig();
      if (route.surface === here && !isApartFromRoot(config, route)) {
        if (replace) router.replace(route.path);
        else router.push(route.path);
        return;
      }
      const address = hrefOf(config, locale, route);
      if (replace) window.location.replace(address);
      else loadPage(address);
    },
    [here, locale, router],
  );
}
