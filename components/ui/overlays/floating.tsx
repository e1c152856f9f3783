"use client";

import {
  Menu as MantineMenu,
  type MenuProps,
  Popover as MantinePopover,
  type PopoverProps,
} from "@mantine/core";
import { useMounted, useUncontrolled } from "@mantine/hooks";
import { useEffect, useEffectEvent } from "react";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";

interface ClosingMenuProps extends MenuProps {
  /** Opens once it is mounted: what had the focus until then gets it back. */
  opensItself: boolean;
}

/** Mantine's menu, which the browser's Back closes. */
function ClosingMenu({ opensItself, opened, defaultOpened, onChange, ...menu }: ClosingMenuProps) {
  const [shown, setShown] = useUncontrolled({
    value: opened,
    defaultValue: defaultOpened,
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
  return <MantineMenu {...menu} opened={shown} onChange={setShown} />;
}

export interface ClosingPopoverProps extends PopoverProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/** Mantine's popover, which the browser's Back closes. It opens after it is mounted, for the same reason. */
function ClosingPopover({ opened, ...popover }: ClosingPopoverProps) {
  const mounted = useMounted();
  useCloseOnBack(() => popover.onChange(false), opened, { isPart: true });
  return <MantinePopover {...popover} opened={opened && mounted} />;
}

/** What menu.tsx and popover.tsx fetch with the first that opens: Mantine places them with a library of its own. */
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
