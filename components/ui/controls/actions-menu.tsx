"use client";

import { ActionIcon, type ActionIconProps, type MenuProps } from "@mantine/core";
import { IconDots, type TablerIcon } from "@tabler/icons-react";
import { useRef } from "react";
import { type Action, ActionItems } from "#components/ui/controls/action-items.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";

interface ActionsMenuProps
  extends
    Pick<MenuProps, "width" | "withinPortal" | "floatingStrategy" | "onOpen">,
    Pick<ActionIconProps, "variant" | "className"> {
  label: string;
  title?: string;
  Icon?: TablerIcon;
  actions: readonly Action[];
}

/** A button with three dots, and the menu of actions that it opens. */
export function ActionsMenu(props: ActionsMenuProps) {
  const { label, title, Icon = IconDots, variant, className, actions, ...menu } = props;
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end" withinPortal={false} {...menu}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant={variant}
          className={className}
          aria-label={label}
          title={title}
        >
          <Icon size={20} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItems actions={actions} button={button} />
      </Menu.Dropdown>
    </Menu>
  );
}
