"use client";

import { ActionIcon } from "@mantine/core";
import {
  IconBriefcase,
  IconCamera,
  IconListCheck,
  IconSchool,
  IconUsers,
  IconX,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import classes from "#components/profile/completeness-hint.module.css";
import { Card } from "#components/ui/card.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { completenessOf, type ProfilePart, useHintShown } from "#lib/profile/completeness.ts";
import { dismissHint } from "#lib/profile/dismissed-hint.ts";
import type { Statistics } from "#lib/profile/schema.ts";
import { routes } from "#lib/routes.ts";

const icons = {
  images: IconCamera,
  educations: IconSchool,
  jobs: IconBriefcase,
  friends: IconUsers,
} satisfies Record<ProfilePart["of"], unknown>;

interface CompletenessHintProps {
  memberId: number;
  statistics: Statistics;
  /** Called because the focused element is unmounted. */
  onDismissed: () => void;
}

/** Links to the missing parts of the member's own profile, until it is complete or the member dismisses the hint. */
export function CompletenessHint({ memberId, statistics, onDismissed }: CompletenessHintProps) {
  const t = useTranslations("Profile");
  const titleId = useId();
  const isShown = useHintShown(memberId, statistics);
  const { missing, done, total } = completenessOf(statistics);
  if (!isShown) return null;
  const dismiss = () => {
    dismissHint(memberId);
    onDismissed();
  };
  return (
    <Card as="section" aria-labelledby={titleId} className={classes.hint}>
      <div className={classes.head}>
        <div>
          <h2 id={titleId} className={classes.title}>
            {t("hintTitle")}
          </h2>
          <p className={classes.text}>{t("hintText")}</p>
        </div>
        <ActionIcon aria-label={t("hintDismiss")} title={t("hintDismiss")} onClick={dismiss}>
          <IconX size={20} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </div>
      <Progress done={done} total={total} />
      <ul className={classes.missing}>
        {missing.map(({ of, text, route }) => {
          const Icon = icons[of];
          return (
            <li key={of}>
              <RouteLink route={route} className={classes.link}>
                <Icon size={20} stroke={1.6} aria-hidden="true" />
                {t(text)}
              </RouteLink>
            </li>
          );
        })}
        {missing.some(({ of }) => of === "educations") && (
          <li>
            <RouteLink route={routes.welcome()} className={classes.link}>
              <IconListCheck size={20} stroke={1.6} aria-hidden="true" />
              {t("hintSteps")}
            </RouteLink>
          </li>
        )}
      </ul>
    </Card>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const t = useTranslations("Profile");
  const text = t("hintProgress", { done, total });
  return (
    <div className={classes.progress}>
      <div
        role="progressbar"
        aria-label={t("hintTitle")}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuetext={text}
        className={classes.track}
      >
        <div className={classes.bar} style={{ width: `${(done / total) * 100}%` }} />
      </div>
      <span className={classes.done} aria-hidden="true">
        {text}
      </span>
    </div>
  );
}
