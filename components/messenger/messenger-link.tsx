"use client";

import { useLocale } from "next-intl";
import type { ComponentPropsWithRef, MouseEvent } from "react";
import { getRuntimeConfig } from "#lib/config/runtime-config.ts";
import { goOnTo } from "#lib/browser/history-layers.ts";
import { followInPlace, Link, opensElsewhere } from "#lib/i18n/navigation.ts";
import { hrefOf, type Route } from "#lib/routes.ts";

type MessengerLinkProps = Omit<ComponentPropsWithRef<"a">, "href"> & { route: Route };

/**
 * A link from one address of the messenger to another. All of them are one page: only the address changes, so that a
 * chat opens at once and without a network.
 */
export function MessengerLink({ route, onClick, ...anchor }: MessengerLinkProps) {
  const changeAddress = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented && !opensElsewhere(event)) followInPlace(event);
  };
  return <Link href={route.path} {...anchor} onClick={changeAddress} />;
}

/** Navigates as a click on MessengerLink would. In a dialog it also removes the dialog's history entry. */
export function useGoInMessenger(): (route: Route) => void {
  const locale = useLocale();
  return (route) => goOnTo(new URL(hrefOf(getRuntimeConfig(), locale, route)));
}
