"use client";

import { IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { HomeButton } from "#app/[locale]/home-button.tsx";
import { EmptyPage } from "#components/layout/empty-page.tsx";
import { LightButton } from "#components/ui/controls/light-button.tsx";

/** A page failed to render; what is around it still stands. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations("Problem");
  return (
    <main id="main" role="alert">
      <EmptyPage
        sign={<IconPlugConnectedX size={64} stroke={1.4} />}
        title={t("title")}
        text={t("text")}
        actions={
          <>
            <LightButton onClick={reset}>{t("retry")}</LightButton>
            <HomeButton name={t("home")} variant="default" />
          </>
        }
      />
    </main>
  );
}
