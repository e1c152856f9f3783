"use client";

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import classes from "./institution-screen.module.css";
import { returnFocus, useDialog } from "#components/ui/overlays/use-dialog.ts";
import { classesKey } from "#lib/classes/queries.ts";
import type { EducationDraft } from "#lib/periods/education/education-draft.ts";
import { institutionMembersKey } from "#lib/people/queries.ts";

const fetchDialog = async () =>
  (await import("#components/periods/education/education-dialog.tsx")).EducationDialog;

interface AddEducationProps {
  /** Whether the member has the education, so that nothing is offered. */
  isAdded: boolean;
  /** Why the member may want to add it. */
  text: string;
  label: string;
  /** What the form begins with; undefined until that is known. */
  initial: EducationDraft | undefined;
  /** The institutions whose classes and members a new education may change. */
  institutionIds: readonly number[];
  /** The id of the heading of the page. */
  headingId: string;
}

/** Offers to add the education that the page is about. */
export function AddEducation({
  isAdded,
  text,
  label,
  initial,
  institutionIds,
  headingId,
}: AddEducationProps) {
  const client = useQueryClient();
  const addButton = useRef<HTMLButtonElement>(null);
  const onClosed = (opener: HTMLElement | null) => {
    returnFocus(opener, addButton.current);
    for (const id of institutionIds) {
      void client.invalidateQueries({ queryKey: institutionMembersKey(id) });
      void client.invalidateQueries({ queryKey: classesKey(id) });
    }
  };
  const { open, opened, dialog } = useDialog(
    fetchDialog,
    (draft: EducationDraft, key: number) => ({ id: null, initial: draft, key }),
    onClosed,
  );
  const fetchAhead = () => void fetchDialog().catch(() => null);
  const isDone = isAdded && opened === false;
  useEffect(() => {
    // The button is unmounted after its action, so the focus moves to the top of the page.
    if (isDone) document.getElementById(headingId)?.focus();
  }, [isDone, headingId]);
  return (
    <>
      {!isAdded && (
        <div className={classes.hint}>
          <p className={classes.hintText}>{text}</p>
          <Button
            ref={addButton}
            variant="light"
            disabled={!initial}
            onPointerEnter={fetchAhead}
            onFocus={fetchAhead}
            onClick={() => initial && open(initial)}
          >
            {label}
          </Button>
        </div>
      )}
      {dialog}
    </>
  );
}
