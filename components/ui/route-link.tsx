"use client";

import { useLocale } from "next-intl";
import { type ComponentPropsWithRef, useCallback, useState } from "react";
import { getRuntimeConfig, useRuntimeConfig } from "#lib/config/runtime-config.ts";
import { Link, useRouter } from "#lib/i18n/navigation.ts";
import { hrefOf, type Route } from "#lib/routes.ts";
import { useSurface } from "#lib/surface-context.tsx";

type AnchorToRoute = Omit<ComponentPropsWithRef<"a">, "href"> & { route: Route };

type RouteLinkProps = AnchorToRoute & {
  /** When the page is fetched ahead: as the link comes into view, or (in long lists) as it is pointed at. */
  fetchedAhead?: "in view" | "when pointed at";
};

/**
 * A link to any page: within the surface it navigates without loading anew, across surfaces it is
 * a plain absolute link (which gets its address once the browser knows the domain).
 */
export function RouteLink({ route, fetchedAhead = "in view", ...anchor }: RouteLinkProps) {
  const here = useSurface();
  if (route.surface !== here) return <AbsoluteLink route={route} {...anchor} />;
  if (fetchedAhead === "when pointed at") return <PointedLink route={route} {...anchor} />;
  return <Link href={route.path} {...anchor} />;
}

function PointedLink({ route, ...anchor }: AnchorToRoute) {
  const [pointedAt, setPointedAt] = useState(false);
  const point = () => setPointedAt(true);
  return (
    <Link
      href={route.path}
      prefetch={pointedAt ? null : false}
      onPointerEnter={point}
      onFocus={point}
      {...anchor}
    />
  );
}

function AbsoluteLink({ route, children, ...anchor }: AnchorToRoute) {
  const locale = useLocale();
  const config = useRuntimeConfig();
  return (
    <a href={config ? hrefOf(config, locale, route) : undefined} {...anchor}>
      {children}
    </a>
  );
}

interface GoToOptions {
  /** Leaves no way back to the page that sends away. */
  replace?: boolean;
}

/** Navigates as a click on RouteLink would. */
export function useGoTo(): (route: Route, options?: GoToOptions) => void {
  const here = useSurface();
  const locale = useLocale();
  const router = useRouter();
  return useCallback(
    (route, { replace = false } = {}) => {
      if (route.surface === here) {
        if (replace) router.replace(route.path);
        else router.push(route.path);
        return;
      }
      const address = hrefOf(getRuntimeConfig(), locale, route);
      if (replace) window.location.replace(address);
      else window.location.assign(address);
    },
    [here, locale, router],
  );
}
