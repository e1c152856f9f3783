"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type FunctionComponent, useRef } from "react";
import { PeriodSection, type PeriodSectionProps } from "#components/periods/period-section.tsx";
import classes from "#components/periods/period-section.module.css";
import { ActionsMenu } from "#components/ui/controls/actions-menu.tsx";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { EmptyState } from "#components/ui/list-states.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import { type DialogProps, returnFocus, useDialog } from "#components/ui/overlays/use-dialog.ts";
import {
  type OwnPeriodsSource,
  useDeletePeriod,
  usePeriodsShown,
} from "#lib/periods/use-save-period.ts";
import { type Period, unsavedId } from "#lib/periods/periods.ts";

export interface OwnPeriodDialogProps extends DialogProps {
  /** The id of the period that is changed; null for a new one. */
  id: number | null;
}

interface OwnPeriodsProps<P extends Period> extends Pick<
  PeriodSectionProps<P>,
  "title" | "Icon" | "periods" | "describe"
> {
  own: OwnPeriodsSource<P>;
  texts: { empty: string; add: string; deleteQuestion: (title: string) => string };
  /** Loads the dialog when it may be needed soon. */
  fetchDialog: () => Promise<FunctionComponent<OwnPeriodDialogProps>>;
  /** Called when the form of that period may be needed soon. */
  onMenuOpen: (id: number) => void;
}

/** The member's own educations or jobs, with the ways to change them. */
export function OwnPeriods<P extends Period>(props: OwnPeriodsProps<P>) {
  const { own, texts, fetchDialog, describe, onMenuOpen, ...section } = props;
  const { periods, Icon } = section;
  const addButton = useRef<HTMLButtonElement>(null);
  const { open, dialog } = useDialog(
    fetchDialog,
    (id: number | null, key: number) => ({ id, key }),
    (opener) => returnFocus(opener, addButton.current),
  );
  const remove = useDeleting(own, texts.deleteQuestion, () => addButton.current?.focus());
  const fetchAhead = () => void fetchDialog().catch(() => null);
  return (
    <>
      <PeriodSection
        {...section}
        describe={describe}
        periods={{ ...periods, data: usePeriodsShown(own, periods.data) }}
        action={
          <ActionIcon
            ref={addButton}
            className={classes.add}
            aria-label={texts.add}
            onPointerEnter={fetchAhead}
            onFocus={fetchAhead}
            onClick={() => open(null)}
          >
            <IconPlus size={22} stroke={1.8} aria-hidden="true" />
          </ActionIcon>
        }
        empty={
          <EmptyState
            Icon={Icon}
            title={texts.empty}
            action={
              <Button variant="default" onClick={() => open(null)}>
                {texts.add}
              </Button>
            }
          />
        }
        renderActions={({ id, title }) =>
          id !== unsavedId && (
            <PeriodMenu
              title={title}
              onOpen={() => {
                fetchAhead();
                onMenuOpen(id);
              }}
              onEdit={() => open(id)}
              onDelete={() => void remove(id, title)}
            />
          )
        }
      />
      {dialog}
    </>
  );
}

function useDeleting<P extends Period>(
  own: OwnPeriodsSource<P>,
  question: (title: string) => string,
  onDeleting: () => void,
) {
  const confirm = useConfirm();
  const { mutate } = useDeletePeriod(own, useOutcomeToasts());
  return async (id: number, title: string) => {
    if (!(await confirm(question(title), { danger: true }))) return;
    mutate({ deleted: id });
    onDeleting(); // the button that asked is unmounted with the period
  };
}

interface PeriodMenuProps {
  /** The name of the period. */
  title: string;
  onOpen: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** The actions of the owner on a period. */
function PeriodMenu({ title, onOpen, onEdit, onDelete }: PeriodMenuProps) {
  const t = useTranslations("Params");
  return (
    <ActionsMenu
      label={t("actions", { title })}
      className={classes.menu}
      width={200}
      onOpen={onOpen}
      actions={[
        { label: t("edit"), Icon: IconPencil, run: onEdit },
        { label: t("delete"), Icon: IconTrash, danger: true, run: onDelete },
      ]}
    />
  );
}
