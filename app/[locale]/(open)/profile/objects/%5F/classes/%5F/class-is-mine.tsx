"use client";

import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import classes from "./class-screen.module.css";
import { classNameId } from "#components/classes/class-head.tsx";
import { useChosenGroup } from "#components/classes/class-roster.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import type { ClassAddress } from "#lib/classes/class-address.ts";
import { classesKey } from "#lib/classes/queries.ts";
import { institutionQuery } from "#lib/institutions/queries.ts";
import type { InstitutionDetails } from "#lib/institutions/schema.ts";
import type { ClassYears } from "#lib/members/class-key.ts";
import { yearMin } from "#lib/params/schema.ts";
import { educationAt, type EducationDraft } from "#lib/periods/education/education-draft.ts";
import { institutionMembersKey } from "#lib/people/queries.ts";

const fetchDialog = async () => ({
  Dialog: (await import("#components/periods/education/education-dialog.tsx")).EducationDialog,
});

interface ClassIsMineProps {
  place: ClassAddress;
  mine: boolean;
}

/** Offers a member who is not in the class to add the education that makes it theirs; the form is already filled in. */
export function ClassIsMine({ place, mine }: ClassIsMineProps) {
  const t = useTranslations("Classes");
  const client = useQueryClient();
  const opener = useRef<HTMLButtonElement>(null);
  const { data: institution } = useQuery(institutionQuery(useLocale(), place.objectId));
  const [asked, setAsked] = useState<{ opened: boolean; times: number }>();
  const close = () => {
    setAsked((before) => before && { ...before, opened: false });
    opener.current?.focus();
    // The institution of the address may have been merged into another one.
    for (const id of [place.objectId, institution?.id ?? place.objectId]) {
      void client.invalidateQueries({ queryKey: classesKey(id) });
      void client.invalidateQueries({ queryKey: institutionMembersKey(id) });
    }
  };
  const fetchAhead = () => void fetchDialog().catch(() => null);
  const isDone = mine && asked?.opened === false;
  useEffect(() => {
    // The button is unmounted after its action, so the focus moves to the top of the page.
    if (isDone) document.getElementById(classNameId)?.focus();
  }, [isDone]);
  return (
    <>
      {!mine && (
        <div className={classes.offer}>
          <p className={classes.offerText}>{t("addMineText")}</p>
          <Button
            ref={opener}
            variant="light"
            disabled={!institution}
            onPointerEnter={fetchAhead}
            onFocus={fetchAhead}
            onClick={() => {
              setAsked((before) => ({ opened: true, times: (before?.times ?? 0) + 1 }));
            }}
          >
            {t("addMine")}
          </Button>
        </div>
      )}
      {asked && institution && (
        <DialogOnDemand
          key={asked.times}
          institution={institution}
          years={place.years}
          opened={asked.opened}
          onClose={close}
        />
      )}
    </>
  );
}

interface DialogOnDemandProps {
  institution: InstitutionDetails;
  years: ClassYears;
  opened: boolean;
  onClose: () => void;
}

function DialogOnDemand({ institution, years, ...dialog }: DialogOnDemandProps) {
  const part = useOnDemand(fetchDialog, dialog.onClose);
  const group = useChosenGroup();
  return (
    part && (
      <part.Dialog {...dialog} id={null} initial={{ ...draftOf(institution, years), group }} />
    )
  );
}

/** The first year is a proposal: the member corrects it where their studies took longer or shorter than usual. */
function draftOf(institution: InstitutionDetails, { start, end }: ClassYears): EducationDraft {
  const draft = educationAt(institution, institution);
  if (end === null) return { ...draft, start, until_now: true };
  return { ...draft, start: Math.max(yearMin, end - (institution.study_years ?? 4)), end };
}
