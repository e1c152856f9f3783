import type { ComponentProps, ReactNode } from "react";
import classes from "#components/messenger/actions/placed-menu.module.css";
import { Menu } from "#components/ui/overlays/menu.tsx";

/** Where a menu was requested, in px of the window. */
export interface MenuPlace {
  x: number;
  y: number;
  /** The element that gets the focus back. */
  opener: HTMLElement;
}

interface AnchorProps extends ComponentProps<"button"> {
  place: Pick<MenuPlace, "x" | "y">;
}

/** The anchor of the menu: an invisible, unreachable button, because the menu's attributes need one. */
export function MenuAnchor({ place: { x, y }, ...props }: AnchorProps) {
  return (
    <button
      {...props}
      type="button"
      tabIndex={-1}
      className={classes.anchor}
      style={{ left: x, top: y }}
    />
  );
}

interface PlacedMenuProps {
  place: MenuPlace;
  label: string;
  widthPx: number;
  onClose: () => void;
  children: ReactNode;
}

/** A menu at the place where the pointer or a key requested it. */
export function PlacedMenu({ place, label, widthPx, onClose, children }: PlacedMenuProps) {
  return (
    <Menu
      opened
      position="bottom-start"
      width={widthPx}
      returnFocus={false}
      // Rendered within the page's landmarks, where nothing cuts it off.
      withinPortal={false}
      floatingStrategy="fixed"
      onClose={onClose}
    >
      <Menu.Target>
        <MenuAnchor place={place} aria-label={label} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>{children}</Menu.Dropdown>
    </Menu>
  );
}
