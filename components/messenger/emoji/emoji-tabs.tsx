import {
  IconBallFootball,
  IconBulb,
  IconCar,
  IconClockHour4,
  IconFlag,
  IconHandStop,
  IconHash,
  IconMoodSmile,
  IconPaw,
  IconPizza,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import classes from "#components/messenger/emoji/emoji-picker.module.css";
import { emojiCategories, type EmojiCategory } from "#lib/messenger/emoji/emoji.ts";

export type EmojiTab = EmojiCategory | "recent";

const icons: Record<EmojiTab, typeof IconFlag> = {
  recent: IconClockHour4,
  smileys: IconMoodSmile,
  people: IconHandStop,
  animals: IconPaw,
  food: IconPizza,
  travel: IconCar,
  activities: IconBallFootball,
  objects: IconBulb,
  symbols: IconHash,
  flags: IconFlag,
};

interface EmojiTabsProps {
  tab: EmojiTab;
  hasRecent: boolean;
  onTab: (tab: EmojiTab) => void;
}

/** The tabs are one stop of the Tab key; the arrows move between them. */
export function EmojiTabs({ tab, hasRecent, onTab }: EmojiTabsProps) {
  const t = useTranslations("Emoji");
  const tabs: readonly EmojiTab[] = hasRecent ? ["recent", ...emojiCategories] : emojiCategories;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const next = step && tabs.at((tabs.indexOf(tab) + step) % tabs.length);
    if (!next) return;
    event.preventDefault();
    onTab(next);
    buttons[tabs.indexOf(next)]?.focus();
  };
  return (
    <div
      className={classes.tabs}
      role="tablist"
      tabIndex={-1}
      aria-label={t("categories")}
      onKeyDown={onKeyDown}
    >
      {tabs.map((name) => {
        const Icon = icons[name];
        return (
          <button
            key={name}
            type="button"
            role="tab"
            className={classes.tab}
            aria-selected={name === tab}
            aria-label={t(name)}
            title={t(name)}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => onTab(name)}
          >
            <Icon size={20} stroke={1.7} aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
