import { Menu } from "@mantine/core";
import classes from "#components/messenger/chat-row-menu.module.css";
import type { ChatAction } from "#components/messenger/chat-row-actions.tsx";

interface ActionItemsProps {
  actions: ChatAction[];
  /** Before what was chosen is done: where the focus goes. */
  onChoose: () => void;
}

/** What can be done, as entries of a menu. */
export function ActionItems({ actions, onChoose }: ActionItemsProps) {
  return actions.map(({ label, Icon, danger, run }) => (
    <Menu.Item
      key={label}
      className={danger ? classes.danger : undefined}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden="true" />}
      onClick={() => {
        onChoose();
        run();
      }}
    >
      {label}
    </Menu.Item>
  ));
}
