"use client";

import { Button, Loader } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import classes from "#components/periods/period-form.module.css";

interface PeriodFormProps {
  submitting: boolean;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onLeave: () => void;
  texts?: { leave: string; save: string } | undefined;
  /** The first field among them has `data-autofocus`. */
  children: ReactNode;
}

/** Two columns where there is room; the buttons at the end stay visible. */
export function PeriodForm({ submitting, onSubmit, onLeave, texts, children }: PeriodFormProps) {
  const t = useTranslations();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // While the form was loading, the dialog had the focus elsewhere.
    form.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, []);
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={onSubmit}>
      <div className={classes.fields}>{children}</div>
      <div className={classes.footer}>
        <Button variant="default" onClick={onLeave}>
          {texts?.leave ?? t("Site.cancel")}
        </Button>
        {/* Not disabled while loading, because it would lose the focus. */}
        <Button
          type="submit"
          aria-busy={submitting}
          leftSection={submitting && <Loader size={16} color="currentColor" aria-hidden />}
        >
          {texts?.save ?? t("Params.save")}
        </Button>
      </div>
    </form>
  );
}

const skeletonFields = 6;

export function PeriodFormSkeleton() {
  const t = useTranslations("Layout");
  return (
    <div role="status" aria-label={t("loading")} className={classes.fields}>
      {Array.from({ length: skeletonFields }, (_, field) => (
        <div key={field} className={field % 3 === 0 ? classes.wide : undefined}>
          <span className={classes.skeletonLabel} />
          <span className={classes.skeletonInput} />
        </div>
      ))}
    </div>
  );
}
