"use client";

import { UnstyledButton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { InstitutionFinder } from "#components/periods/education/institution-finder.tsx";
import {
  type Missing,
  MissingInstitution,
} from "#components/periods/education/missing-institution.tsx";
import classes from "#components/periods/education/missing-institution.module.css";
import { useMissingOf } from "#components/periods/education/use-missing-choices.ts";
import type { EducationDraft } from "#lib/periods/education/education-draft.ts";
import type { PlacedInstitution } from "#lib/params/schema.ts";

interface InstitutionChoiceProps {
  chosen: Pick<EducationDraft, "establishment_id" | "region_id" | "object_id">;
  /** What the field begins with. */
  firstWords: string;
  error: string | undefined;
  /** Whether the lists below are shown. */
  isListed: boolean;
  onListed: (isListed: boolean) => void;
  onFound: (institution: PlacedInstitution) => void;
  onClear: () => void;
}

/** The field that finds an institution, and alternatives where it does not: the lists, or a form to add one. */
export function InstitutionChoice(props: InstitutionChoiceProps) {
  const { chosen, firstWords, error, isListed, onListed, ...found } = props;
  const t = useTranslations("Education");
  const missingOf = useMissingOf();
  const [words, setWords] = useState(firstWords);
  const [missing, setMissing] = useState<Missing | null>(null);
  // Remounting resets the field, so that it shows the added school, or nothing for a requested institution.
  const [round, setRound] = useState(0);
  const field = useRef<HTMLDivElement>(null);
  const leave = () => {
    setMissing(null);
    field.current?.querySelector("input")?.focus();
  };
  return (
    <>
      <div ref={field}>
        <InstitutionFinder
          key={round}
          chosen={chosen}
          firstWords={round === 0 ? firstWords : ""}
          error={error}
          {...(!isListed && { name: "establishment_id" })}
          {...found}
          onMissing={setMissing}
          onWords={setWords}
        />
      </div>
      {missing ? (
        <MissingInstitution
          key={`${missing.kind} ${missing.name}`}
          missing={missing}
          regions={chosen.region_id}
          onMade={(institution) => {
            setMissing(null);
            setRound(round + 1);
            found.onFound(institution);
          }}
          onLeave={leave}
        />
      ) : (
        <div className={classes.ways}>
          <UnstyledButton
            className={classes.way}
            aria-expanded={isListed}
            onClick={() => onListed(!isListed)}
          >
            {t(isListed ? "hideLists" : "showLists")}
          </UnstyledButton>
          {!chosen.object_id && (
            <UnstyledButton className={classes.way} onClick={() => setMissing(missingOf(words))}>
              {t("notInList")}
            </UnstyledButton>
          )}
        </div>
      )}
    </>
  );
}
