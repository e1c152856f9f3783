"use client";

import { IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { createContext, createElement, type ReactNode, useContext } from "react";
import { EmptyPage } from "#components/layout/empty-page.tsx";
import { LightButton, LightButtonLink } from "#components/ui/controls/light-button.tsx";
import { routes } from "#lib/routes.ts";

interface ProblemPageProps {
  /** Renders the page again. */
  reset: () => void;
}

/** Replaces a page that failed to render; the frame around it stays. */
function ProblemPage({ reset }: ProblemPageProps) {
  const t = useTranslations("Problem");
  return (
    <main id="main">
      <div role="alert">
        <EmptyPage
          sign={<IconPlugConnectedX size={64} stroke={1.4} />}
          title={t("title")}
          text={t("text")}
          actions={
            <>
              <LightButton onClick={reset}>{t("retry")}</LightButton>
              <LightButtonLink route={routes.home()} variant="default">
                {t("home")}
              </LightButtonLink>
            </>
          }
        />
      </div>
    </main>
  );
}

const ProblemPageContext = createContext<typeof ProblemPage | null>(null);

/**
 * Hands the page for problems to app/[locale]/error.tsx. Every page loads that file separately: what it imported would
 * be loaded twice, beside the page's own links and buttons.
 */
export function ProblemPageProvider({ children }: { children: ReactNode }) {
  return <ProblemPageContext value={ProblemPage}>{children}</ProblemPageContext>;
}

export function ProblemPageInPlace(props: ProblemPageProps) {
  const page = useContext(ProblemPageContext);
  return page && createElement(page, props);
}
