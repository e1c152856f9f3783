import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RequestsWithAcceptances } from "#app/[locale]/profile/friends/(lists)/requests-with-acceptances.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Friends");
  return { title: t("incomingTitle") };
}

export default function IncomingRequestsPage() {
  return <RequestsWithAcceptances />;
}
