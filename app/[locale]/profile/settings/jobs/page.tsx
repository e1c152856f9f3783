import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { JobSection } from "#components/periods/jobs/job-section.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Settings");
  return { title: t("jobs") };
}

export default async function JobsSettingsPage() {
  const t = await getTranslations("Settings");
  return <JobSection memberId={null} title={t("jobsHint")} />;
}
