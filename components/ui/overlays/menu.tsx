"use client";

import { Menu as MantineMenu, type MenuProps } from "@mantine/core";
import { useUncontrolled } from "@mantine/hooks";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";

/** Mantine's menu, which the browser's Back closes. */
function ClosingMenu({ opened, defaultOpened, onChange, ...menu }: MenuProps) {
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
  useCloseOnBack(onBack, shown, { isPart: true });
  return <MantineMenu {...menu} opened={shown} onChange={setShown} />;
}

export const Menu = Object.assign(ClosingMenu, {
  Target: MantineMenu.Target,
  Dropdown: MantineMenu.Dropdown,
  Item: MantineMenu.Item,
  Label: MantineMenu.Label,
  Divider: MantineMenu.Divider,
});
