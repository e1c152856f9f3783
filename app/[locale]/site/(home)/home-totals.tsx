"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import classes from "./home.module.css";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { isOutside, isSessionOver } from "#lib/auth/auth-state.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { popularQuery } from "#lib/institutions/queries.ts";

/** The number of members and of institutions; keeps its line while they are unknown. */
export function HomeTotals() {
  const t = useTranslations("Home");
  const locale = useLocale();
  const auth = useAuth();
  // A member's home holds this part unseen until the session is known.
  const enabled = isOutside(auth) || isSessionOver(auth);
  const { data } = useQuery({ ...popularQuery(locale), enabled });
  const strong = (text: React.ReactNode) => <strong>{text}</strong>;
  return (
    <p className={classes.totals}>
      {typeof data?.members === "number" && (
        <span>{t.rich("totalMembers", { total: formatNumber(data.members), strong })}</span>
      )}
      {data && (
        <span>
          {t.rich("totalInstitutions", {
            count: data.institutions,
            total: formatNumber(data.institutions),
            strong,
          })}
        </span>
      )}
    </p>
  );
}
