"use client";

import { ActionIcon } from "@mantine/core";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import classes from "#components/params/period-section.module.css";
import { Menu } from "#components/ui/overlays/menu.tsx";

interface PeriodMenuProps {
  /** The name of the entry. */
  title: string;
  onOpen: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** What the owner can do with an entry. */
export function PeriodMenu({ title, onOpen, onEdit, onDelete }: PeriodMenuProps) {
  const t = useTranslations("Params");
  const button = useRef<HTMLButtonElement>(null);
  // The menu item disappears, so the dialog that opens next must return the focus to the button.
  const fromButton = (act: () => void) => () => {
    button.current?.focus();
    act();
  };
  return (
    <Menu position="bottom-end" width={200} withinPortal={false} onOpen={onOpen}>
      <Menu.Target>
        <ActionIcon ref={button} className={classes.menu} aria-label={t("actions", { title })}>
          <IconDots size={20} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={18} stroke={1.6} aria-hidden="true" />}
          onClick={fromButton(onEdit)}
        >
          {t("edit")}
        </Menu.Item>
        <Menu.Item
          className={classes.delete}
          leftSection={<IconTrash size={18} stroke={1.6} aria-hidden="true" />}
          onClick={fromButton(onDelete)}
        >
          {t("delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
