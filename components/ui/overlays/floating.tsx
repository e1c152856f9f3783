"use client";

import {
  Menu as MantineMenu,
  type MenuProps,
  Popover as MantinePopover,
  type PopoverProps,
} from "@mantine/core";
import { useMounted, useUncontrolled } from "@mantine/hooks";
import { useEffect, useEffectEvent } from "react";
import { useCloseByEscape } from "#components/ui/overlays/use-close-by-escape.ts";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";

interface ClosingMenuProps extends Omit<MenuProps, "defaultOpened"> {
  /**
   * Whether it opens right after it is mounted, so that Mantine notes what had the focus before and returns the focus
   * there.
   */
  opensItself: boolean;
}

/** Mantine's menu, which the browser's Back closes. */
function ClosingMenu({ opensItself, opened, onChange, ...menu }: ClosingMenuProps) {
  const [shown, setShown] = useUncontrolled({
    value: opened,
    finalValue: false,
    onChange,
  });
  const onBack = () => {
    setShown(false);
    menu.onClose?.();
  };
  const open = useEffectEvent(() => {
    setShown(true);
    menu.onOpen?.();
  });
  useEffect(() => {
    if (opensItself) open();
  }, [opensItself]);
  useCloseOnBack(onBack, shown, { isPart: true });
  return <MantineMenu middlewares={fitting} {...menu} opened={shown} onChange={setShown} />;
}

/**
 * A menu ends with a low window and scrolls by itself (controls.module.css): what it hangs from may stick to the window,
 * so that the rest could not be scrolled to.
 */
const fitting: MenuProps["middlewares"] = {
  flip: { fallbackStrategy: "bestFit" },
  size: { padding: 8 },
};

export interface ClosingPopoverProps extends PopoverProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/**
 * Mantine's popover, which Escape and the browser's Back close. It opens only after it is mounted, so that Mantine notes
 * what had the focus before and returns the focus there.
 */
function ClosingPopover({ opened, ...popover }: ClosingPopoverProps) {
  const mounted = useMounted();
  const close = () => popover.onChange(false);
  useCloseByEscape(close, opened);
  useCloseOnBack(close, opened, { isPart: true });
  return <MantinePopover {...popover} opened={opened && mounted} closeOnEscape={false} />;
}

/**
 * Loaded by menu.tsx and popover.tsx when the first menu or popover opens, because Mantine places them with a heavy
 * library.
 */
export const floating = {
  Menu: ClosingMenu,
  MenuTarget: MantineMenu.Target,
  MenuDropdown: MantineMenu.Dropdown,
  MenuItem: MantineMenu.Item,
  MenuLabel: MantineMenu.Label,
  MenuDivider: MantineMenu.Divider,
  Popover: ClosingPopover,
  PopoverTarget: MantinePopover.Target,
  PopoverDropdown: MantinePopover.Dropdown,
};

export type Floating = typeof floating;
