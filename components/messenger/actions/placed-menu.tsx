import type { ComponentProps, ReactNode } from "react";
import classes from "#components/messenger/actions/placed-menu.module.css";
import { Menu } from "#components/ui/overlays/menu.tsx";

/** Where a menu was asked for, in the window, px. */
export interface MenuPlace {
  x: number;
  y: number;
  /** Gets the focus back. */
  opener: HTMLElement;
}

interface AnchorProps extends ComponentProps<"button"> {
  place: Pick<MenuPlace, "x" | "y">;
}

/** What a menu hangs on: a button, for it is told that it has a menu; neither seen nor reached. */
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

/** A menu where it was asked for: by the pointer or by a key. */
export function PlacedMenu({ place, label, widthPx, onClose, children }: PlacedMenuProps) {
  return (
    <Menu
      opened
      position="bottom-start"
      width={widthPx}
      returnFocus={false}
      // Within the page's landmarks, and cut off by nothing around it.
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
