"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { EmojiGrid } from "#components/messenger/emoji/emoji-grid.tsx";
import classes from "#components/messenger/emoji/emoji-picker.module.css";
import { type EmojiTab, EmojiTabs } from "#components/messenger/emoji/emoji-tabs.tsx";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { FoundCount } from "#components/ui/lists/found-count.tsx";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import {
  type Emoji,
  emojiCategories,
  type EmojiData,
  findEmoji,
  storeRecentEmoji,
  loadAllEmoji,
  loadEmoji,
  readRecentEmoji,
} from "#lib/messenger/emoji/emoji.ts";

interface EmojiPickerProps {
  onPick: (emoji: string) => void;
}

/** The picker opens at the recent emoji only if they fill a row. */
const rowLength = 8;

/** All emoji by category, the last picked, and a search by name. Fills the width it is given. */
export function EmojiPicker({ onPick }: EmojiPickerProps) {
  const t = useTranslations("Emoji");
  const memberId = useMember().id;
  const [recent] = useState(() => readRecentEmoji(memberId));
  const [tab, setTab] = useState<EmojiTab>(recent.length >= rowLength ? "recent" : "smileys");
  const [query, setQuery] = useState("");
  const searched = query.trim() !== "";
  const data = useEmojiData(searched);
  const emoji = data && (searched ? findEmoji(query, data) : emojiOf(tab, data, recent));
  const pick = (glyph: string) => {
    storeRecentEmoji(memberId, glyph);
    onPick(glyph);
  };
  return (
    <div className={classes.root} role="group" aria-label={t("title")}>
      <SearchField label={t("search")} value={query} onChange={setQuery} />
      <FoundCount count={searched ? emoji?.length : undefined} />
      {!searched && <EmojiTabs tab={tab} hasRecent={recent.length > 0} onTab={setTab} />}
      <div className={classes.view} key={searched ? "found" : tab} aria-busy={!emoji}>
        {emoji && emoji.length > 0 && (
          <EmojiGrid emoji={emoji} label={searched ? t("found") : t(tab)} onPick={pick} />
        )}
        {emoji?.length === 0 && <p className={classes.nothing}>{t("nothingFound")}</p>}
      </div>
    </div>
  );
}

function useEmojiData(searched: boolean): readonly EmojiData[] | null {
  const locale = useLocale();
  const fetchOwn = useCallback(() => loadEmoji(locale), [locale]);
  const fetchAll = useCallback(() => loadAllEmoji(locale), [locale]);
  const own = useOnDemand(fetchOwn, ignoreMissing);
  const all = useOnDemand(fetchAll, ignoreMissing, searched);
  return searched && all ? all : own && [own];
}

/** The failure was announced already; the board stays empty. */
const ignoreMissing = () => null;

function emojiOf(tab: EmojiTab, data: readonly EmojiData[], recent: readonly string[]) {
  const [own = []] = data;
  if (tab !== "recent") return own[emojiCategories.indexOf(tab)] ?? [];
  const known = new Map(own.flat().map((emoji) => [emoji[0], emoji]));
  return recent.map((glyph): Emoji => known.get(glyph) ?? [glyph, glyph, ""]);
}
