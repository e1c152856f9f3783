import { getTranslations } from "next-intl/server";
import classes from "./educations.module.css";
import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { ClassmatesFound } from "#app/[locale]/profile/classmates-found.tsx";
import { EducationSection } from "#components/periods/education/education-section.tsx";

export const generateMetadata = pageMetadata("Settings.educations");

export default async function EducationsSettingsPage() {
  const t = await getTranslations("Settings");
  return (
    <>
      <EducationSection memberId={null} title={t("educationsHint")} />
      <div className={classes.found}>
        <ClassmatesFound firstMax={5} />
      </div>
    </>
  );
}
