"use client";

import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { MemberSocket } from "#components/auth/member-socket.tsx";
import { BrowserTab } from "#components/layout/brand/browser-tab.tsx";
import { useFollowedScheme } from "#components/layout/color-scheme/color-scheme.ts";
import { ProblemPageProvider } from "#components/layout/problem-page.tsx";
import { ConfirmProvider } from "#components/ui/overlays/confirm-modal.tsx";
import { ToasterOnDemand } from "#components/ui/toasts/toaster-on-demand.tsx";
import { setClientTexts } from "#lib/api/api-failure.ts";
import { AuthProvider } from "#lib/auth/auth-context.tsx";
import { createQueryClient } from "#lib/api/query-client.ts";
import { registerServiceWorker } from "#lib/browser/service-worker.ts";
import { siteSettingsQuery } from "#lib/settings/queries.ts";

export function Providers({ children }: { children: ReactNode }) {
  const t = useTranslations("Problem");
  const [queryClient] = useState(() => {
    // Must run before any child sends a request.
    if (typeof window !== "undefined")
      setClientTexts({ offline: t("offline"), unexpected: t("unexpected") });
    return createQueryClient();
  });
  useFollowedScheme();
  useServiceWorker();
  return (
    <>
      <QueryClientProvider client={queryClient}>
        <SiteSettings />
        <AuthProvider>
          <MemberSocket>
            <ConfirmProvider>
              <ProblemPageProvider>{children}</ProblemPageProvider>
            </ConfirmProvider>
          </MemberSocket>
        </AuthProvider>
      </QueryClientProvider>
      <BrowserTab />
      <ToasterOnDemand />
    </>
  );
}

/** After loading: the files that the worker caches would compete with those that the first taps ask for. */
const workerDelayMs = 3000;

/** Installs the service worker once the page has settled; not while developing, when files change too often. */
function useServiceWorker(): void {
  useEffect(() => {
    if (process.env.NODE_ENV !== "production") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const registerSoon = () => {
      timer = setTimeout(() => {
        // Private windows refuse it; without it everything works except offline use.
        registerServiceWorker().catch(() => undefined);
      }, workerDelayMs);
    };
    if (document.readyState === "complete") registerSoon();
    else window.addEventListener("load", registerSoon, { once: true });
    return () => {
      window.removeEventListener("load", registerSoon);
      clearTimeout(timer);
    };
  }, []);
}

/** Loads the settings of the site on every page (S-SETTINGS), for any part that shows some of them. */
function SiteSettings() {
  useQuery(siteSettingsQuery(useLocale()));
  return null;
}
