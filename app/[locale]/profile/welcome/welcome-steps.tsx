"use client";

import { Button } from "@mantine/core";
import { IconUsersPlus } from "@tabler/icons-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import classes from "./welcome.module.css";
import { Suggested } from "#app/[locale]/profile/suggested.tsx";
import { ImageUploader } from "#components/images/upload/image-uploader.tsx";
import { useChosenPictures } from "#components/images/upload/use-chosen-pictures.ts";
import { EducationForm } from "#components/periods/education/education-form.tsx";
import { Card } from "#components/ui/card.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useLeaveQuestion } from "#components/ui/forms/use-leave-question.ts";
import { useLeaveWarning } from "#components/ui/forms/use-leave-warning.ts";
import { EmptyState } from "#components/ui/list-states.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { emptyEducation } from "#lib/periods/education/education-draft.ts";
import { routes } from "#lib/routes.ts";

const stepsTotal = 3;
const shownMax = 6;

interface WelcomeStepsProps {
  /** A button to invite others, at the end. */
  invite?: ReactNode;
}

/** Three steps, each of which may be skipped: where the member studied, a photo, and their classmates. */
export function WelcomeSteps({ invite }: WelcomeStepsProps) {
  const [step, setStep] = useState(1);
  const next = () => setStep((now) => now + 1);
  if (step === 1) return <StudyStep onNext={next} />;
  if (step === 2) return <PhotoStep onNext={next} />;
  return <PeopleStep invite={invite} />;
}

interface StepProps {
  step: number;
  title: string;
  lead: string;
  children: ReactNode;
}

/** The focus moves to the title of the step, because the focused element is unmounted. */
function Step({ step, title, lead, children }: StepProps) {
  const t = useTranslations("Welcome");
  const { name } = useMember();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (step > 1) heading.current?.focus();
  }, [step]);
  useToastsBelow(heading);
  return (
    <div className={classes.root}>
      <p className={classes.progress}>
        {step === 1 && <span className={classes.hello}>{t("title", { name })}</span>}
        <span>{t("steps", { step, total: stepsTotal })}</span>
      </p>
      <div className={classes.track} aria-hidden="true">
        {Array.from({ length: stepsTotal }, (_, index) => (
          <span key={index} data-done={index < step || undefined} />
        ))}
      </div>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      <p className={classes.lead}>{lead}</p>
      {children}
    </div>
  );
}

const toastsBelow = "--kampus-toasts-below";
const gapPx = 8;

/** A toast about the former step must not cover which step this is (toaster.module.css). */
function useToastsBelow(heading: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const bottomPx = (heading.current?.getBoundingClientRect().bottom ?? 0) + window.scrollY;
    style.setProperty(toastsBelow, `${Math.round(bottomPx) + gapPx}px`);
    return () => void style.removeProperty(toastsBelow);
  }, [heading]);
}

function StudyStep({ onNext }: { onNext: () => void }) {
  const t = useTranslations("Welcome");
  const words = useSearchParams().get("q") ?? "";
  const [changed, setChanged] = useState(false);
  useLeaveWarning(changed);
  return (
    <Step step={1} title={t("study")} lead={t("studyLead")}>
      <Card>
        <EducationForm
          id={null}
          draft={emptyEducation}
          words={words}
          dialog={{
            onChanged: setChanged,
            onLeave: onNext,
            onSaved: onNext,
            texts: { leave: t("skip"), save: t("onward") },
          }}
        />
      </Card>
    </Step>
  );
}

function PhotoStep({ onNext }: { onNext: () => void }) {
  const t = useTranslations("Welcome");
  const { image } = useMember();
  const { chosen, isChecking, clear } = useChosenPictures();
  const leave = useLeaveQuestion({
    isChanged: () => isChecking || chosen.length > 0,
    question: t("photoQuestion"),
    onClose: () => {
      clear();
      onNext();
    },
  });
  return (
    <Step step={2} title={t("photo")} lead={t("photoLead")}>
      <ImageUploader />
      <div className={classes.foot}>
        <Button variant={image ? "filled" : "default"} onClick={leave}>
          {t(image ? "next" : "skip")}
        </Button>
      </div>
    </Step>
  );
}

function PeopleStep({ invite }: Pick<WelcomeStepsProps, "invite">) {
  const t = useTranslations("Welcome");
  return (
    <Step step={3} title={t("people")} lead={t("peopleLead")}>
      <Suggested
        firstMax={shownMax}
        whenNone={
          <Card flush>
            <EmptyState Icon={IconUsersPlus} title={t("nobody")} />
          </Card>
        }
      />
      {invite}
      <div className={classes.foot}>
        <Button component={RouteLink} route={routes.home()}>
          {t("done")}
        </Button>
      </div>
    </Step>
  );
}
