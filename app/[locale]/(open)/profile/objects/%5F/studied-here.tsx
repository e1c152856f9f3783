"use client";

import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import classes from "./institution-screen.module.css";
import { institutionNameId } from "#components/institutions/institution-head.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import { classesKey } from "#lib/classes/queries.ts";
import { educationAt } from "#lib/periods/education/education-draft.ts";
import { educationsQuery } from "#lib/periods/queries.ts";
import type { InstitutionDetails } from "#lib/institutions/schema.ts";
import { institutionMembersKey } from "#lib/people/queries.ts";

const fetchDialog = async () => ({
  Dialog: (await import("#components/periods/education/education-dialog.tsx")).EducationDialog,
});

interface StudiedHereProps {
  institution: InstitutionDetails;
  addressId: number;
}

/**
 * Offers a member without an education here to add one, because they can have no classmates before. The form has the
 * institution. The lists of the page are those of `addressId`, an institution that may have been merged into this one.
 */
export function StudiedHere({ institution, addressId }: StudiedHereProps) {
  const t = useTranslations("People");
  const client = useQueryClient();
  const { data: own } = useQuery(educationsQuery(useLocale(), null));
  const opener = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState<{ opened: boolean; times: number }>();
  const close = () => {
    setAsked((before) => before && { ...before, opened: false });
    opener.current?.focus();
    // The new education may change who the classmates are.
    for (const id of [addressId, institution.id]) {
      void client.invalidateQueries({ queryKey: institutionMembersKey(id) });
      void client.invalidateQueries({ queryKey: classesKey(id) });
    }
  };
  const fetchAhead = () => void fetchDialog().catch(() => null);
  const hasStudiedHere = !own || own.some(({ object }) => object.id === institution.id);
  const isDone = hasStudiedHere && asked?.opened === false;
  useEffect(() => {
    // The button is unmounted after its action, so the focus moves to the top of the page.
    if (isDone) document.getElementById(institutionNameId)?.focus();
  }, [isDone]);
  return (
    <>
      {!hasStudiedHere && (
        <div className={classes.hint}>
          <p className={classes.hintText}>{t("studiedHereText")}</p>
          <Button
            ref={opener}
            variant="light"
            onPointerEnter={fetchAhead}
            onFocus={fetchAhead}
            onClick={() => {
              setAsked((before) => ({ opened: true, times: (before?.times ?? 0) + 1 }));
            }}
          >
            {t("studiedHereToo")}
          </Button>
        </div>
      )}
      {asked && (
        <DialogOnDemand
          key={asked.times}
          institution={institution}
          opened={asked.opened}
          onClose={close}
        />
      )}
    </>
  );
}

interface DialogOnDemandProps {
  institution: InstitutionDetails;
  opened: boolean;
  onClose: () => void;
}

function DialogOnDemand({ institution, ...dialog }: DialogOnDemandProps) {
  const part = useOnDemand(fetchDialog, dialog.onClose);
  return (
    part && <part.Dialog {...dialog} id={null} initial={educationAt(institution, institution)} />
  );
}
