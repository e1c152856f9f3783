"use client";

import { ActionIcon } from "@mantine/core";
import { IconDots, IconFlag } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useReportDialog } from "#app/[locale]/use-report-dialog.ts";
import { Menu } from "#components/ui/overlays/menu.tsx";
import type { Institution } from "#lib/institutions/schema.ts";

/** The menu of rare actions about an institution. */
export function InstitutionMenu({ id, name }: Pick<Institution, "id" | "name">) {
  const t = useTranslations("Reports");
  const button = useRef<HTMLButtonElement>(null);
  const { report, dialog } = useReportDialog();
  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon ref={button} variant="default" aria-label={t("menu", { name })}>
            <IconDots size={20} stroke={1.8} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFlag size={18} stroke={1.6} aria-hidden="true" />}
            onClick={() => {
              button.current?.focus();
              report({ kind: "institution", id, name }, button.current);
            }}
          >
            {t("report")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
