"use client";

import { useTranslations } from "next-intl";
import classes from "#components/profile/profile.module.css";
import { Card } from "#components/ui/card.tsx";

export function ProfileSkeleton() {
  const t = useTranslations("Profile");
  return (
    <Card className={classes.skeleton} role="status" aria-label={t("loading")}>
      <span className={classes.skeletonAvatar} />
      <span className={classes.skeletonText}>
        <span className={classes.skeletonLine} style={{ width: 300, height: 20 }} />
        <span className={classes.skeletonLine} style={{ width: 160 }} />
        <span className={classes.skeletonLine} style={{ width: 88 }} />
      </span>
    </Card>
  );
}
