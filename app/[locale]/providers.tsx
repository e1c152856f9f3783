"use client";

import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { MemberSocket } from "#components/auth/member-socket.tsx";
import { BrandedTitle } from "#components/layout/branded-title.tsx";
import { useFollowedScheme } from "#components/layout/color-scheme/color-scheme.ts";
import { MarkedIcon } from "#components/layout/marked-icon.tsx";
import { ServiceWorker } from "#components/layout/service-worker.tsx";
import { ConfirmProvider } from "#components/ui/overlays/confirm-modal.tsx";
import { ToasterOnDemand } from "#components/ui/toasts/toaster-on-demand.tsx";
import { setClientTexts } from "#lib/api/api-client.ts";
import { AuthProvider } from "#lib/auth/auth-context.tsx";
import { createQueryClient } from "#lib/api/query-client.ts";
import { siteSettingsQuery } from "#lib/settings/queries.ts";

export function Providers({ children }: { children: ReactNode }) {
  const t = useTranslations("Problem");
  const [queryClient] = useState(() => {
    // Before any child asks the server for something.
    if (typeof window !== "undefined")
      setClientTexts({ offline: t("offline"), unexpected: t("unexpected") });
    return createQueryClient();
  });
  useFollowedScheme();
  return (
    <>
      <QueryClientProvider client={queryClient}>
        <SiteSettings />
        <AuthProvider>
          <MemberSocket>
            <ConfirmProvider>{children}</ConfirmProvider>
          </MemberSocket>
        </AuthProvider>
      </QueryClientProvider>
      <BrandedTitle />
      <MarkedIcon />
      <ServiceWorker />
      <ToasterOnDemand />
    </>
  );
}

/** Loads the settings of the site on every page (specification §2), for whatever part of it shows some of them. */
function SiteSettings() {
  useQuery(siteSettingsQuery(useLocale()));
  return null;
}
