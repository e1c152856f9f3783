"use client";

import type { Menu as MantineMenu, MenuProps } from "@mantine/core";
import { createContext, createElement, type ReactNode, useContext, useState } from "react";
import type { Floating } from "#components/ui/overlays/floating.tsx";
import {
  FocusedTarget,
  TargetAlone,
  type TargetElement,
  useFloating,
} from "#components/ui/overlays/use-floating.tsx";

interface Place {
  /** Null until the menu is wanted and loaded. */
  floating: Floating | null;
  pressed: boolean;
  press: () => void;
}

const PlaceContext = createContext<Place | null>(null);

function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error("No menu around this");
  return place;
}

/**
 * Mantine's menu, which the browser's Back closes. It is fetched when its button is pointed at, focused or pressed. With
 * `defaultOpened` it counts as pressed from the start, so that its button has the focus before it opens, and after it closes.
 */
function MenuOnDemand({ defaultOpened = false, children, ...menu }: MenuProps) {
  const [pressed, setPressed] = useState(defaultOpened);
  const { floating, want } = useFloating(menu.opened ?? defaultOpened, () => {
    setPressed(false);
    menu.onChange?.(false);
    menu.onClose?.();
  });
  const press = () => {
    setPressed(true);
    want();
  };
  return (
    <PlaceContext value={{ floating, pressed, press }}>
      {floating ? (
        <floating.Menu opensItself={pressed} {...menu}>
          {children}
        </floating.Menu>
      ) : (
        children
      )}
    </PlaceContext>
  );
}

function Target({ children }: { children: TargetElement }) {
  const { floating, pressed, press } = usePlace();
  if (!floating)
    return (
      <TargetAlone haspopup="menu" onWant={press}>
        {children}
      </TargetAlone>
    );
  if (!pressed) return <floating.MenuTarget>{children}</floating.MenuTarget>;
  return <FocusedTarget Target={floating.MenuTarget}>{children}</FocusedTarget>;
}

type PartName = "MenuDropdown" | "MenuItem" | "MenuLabel" | "MenuDivider";

/** Makes a part of the menu that is rendered only once the menu is loaded; it has the props of Mantine's part. */
const part = (name: PartName) =>
  function MenuPart(props: { children?: ReactNode }) {
    const { floating } = usePlace();
    return floating && createElement<object>(floating[name], props);
  };

export const Menu = Object.assign(MenuOnDemand, {
  Target,
  ...({
    Dropdown: part("MenuDropdown"),
    Item: part("MenuItem"),
    Label: part("MenuLabel"),
    Divider: part("MenuDivider"),
  } as unknown as Pick<typeof MantineMenu, "Dropdown" | "Item" | "Label" | "Divider">), // the props are those of Mantine's
});
