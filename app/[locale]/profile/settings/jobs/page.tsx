import { getTranslations } from "next-intl/server";
import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { JobSection } from "#components/periods/jobs/job-section.tsx";

export const generateMetadata = pageMetadata("Settings.jobs");

export default async function JobsSettingsPage() {
  const t = await getTranslations("Settings");
  return <JobSection memberId={null} title={t("jobsHint")} />;
}
