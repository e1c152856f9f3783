import type { TablerIcon } from "@tabler/icons-react";
import type { RefObject } from "react";
import classes from "#components/ui/controls/action-items.module.css";
import { Menu } from "#components/ui/overlays/menu.tsx";

/** An entry of a menu of actions. */
export interface Action {
  label: string;
  Icon: TablerIcon;
  danger?: boolean;
  disabled?: boolean;
  run: () => void;
}

interface SheetActionsProps {
  actions: readonly Action[];
  /** Called before the chosen action, to move the focus. */
  onChoose?: () => void;
}

interface ActionItemsProps extends SheetActionsProps {
  /** Gets the focus before the chosen action: the entry disappears, so a dialog that opens next must return it there. */
  button?: RefObject<HTMLElement | null>;
}

/** Actions as entries of a menu. */
export function ActionItems({ actions, onChoose, button }: ActionItemsProps) {
  return actions.map(({ label, Icon, danger, disabled = false, run }) => (
    <Menu.Item
      key={label}
      disabled={disabled}
      className={danger ? classes.danger : undefined}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden="true" />}
      onClick={() => {
        onChoose?.();
        button?.current?.focus();
        run();
      }}
    >
      {label}
    </Menu.Item>
  ));
}

/** Actions as entries of a bottom sheet. */
export function SheetActions({ actions, onChoose }: SheetActionsProps) {
  return (
    <ul className={classes.list}>
      {actions.map(({ label, Icon, danger, disabled, run }) => (
        <li key={label}>
          <button
            type="button"
            className={classes.item}
            disabled={disabled}
            data-danger={danger}
            onClick={() => {
              onChoose?.();
              run();
            }}
          >
            <Icon size={20} stroke={1.6} aria-hidden="true" />
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}
