"use client";

/** Navigation within the current surface, in the current language. For any other address: components/ui/controls/route-link.tsx. */
import { useLocale } from "next-intl";
import { usePathname as useWholePathname, useRouter as useNextRouter } from "next/navigation";
import {
  type ComponentPropsWithRef,
  createElement,
  type MouseEvent,
  startTransition,
  useMemo,
} from "react";
import { leavePage } from "#lib/browser/history-layers.ts";

interface SurfaceRouter {
  /** Paths begin with "/" and carry no locale; they may carry a query. */
  push: (path: string) => void;
  replace: (path: string) => void;
  /** Prefetches the page, once. */
  prefetch: (path: string) => void;
}

export function useRouter(): SurfaceRouter {
  const router = useNextRouter();
  const locale = useLocale();
  return useMemo(
    () => ({
      push: (path) =>
        leavePage((how) => startTransition(() => router[how](localised(locale, path)))),
      replace: (path) =>
        leavePage(() => startTransition(() => router.replace(localised(locale, path)))),
      prefetch: (path) => router.prefetch(localised(locale, path)),
    }),
    [router, locale],
  );
}

/** The path of the address, without its locale. */
export function usePathname(): string {
  const pathname = useWholePathname();
  const prefix = `/${useLocale()}`;
  if (pathname === prefix) return "/";
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
}

/** next/link without its prefetching; the caller decides that by `useRouter().prefetch`. */
export function Link({ href, onClick, ...anchor }: ComponentPropsWithRef<"a"> & { href: string }) {
  const { push } = useRouter();
  const locale = useLocale();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    push(href);
  };
  return createElement("a", { ...anchor, href: localised(locale, href), onClick: follow });
}

/** Whether a click asks the browser for another tab, another window or a download. */
export function opensElsewhere({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}

/** Follows a link by changing the address alone: the page stays, and reads what to show from the address. */
export function followInPlace(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const { href } = event.currentTarget;
  if (href !== window.location.href) window.history.pushState(null, "", href);
}

function localised(locale: string, path: string): string {
  return `/${locale}${path.replace(/^\/(?=$|[?#])/, "")}`;
}
