"use client";

import { ActionIcon } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { createElement, type KeyboardEvent, useRef, useState } from "react";
import classes from "./header-search.module.css";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import { moveFocus } from "#components/ui/forms/move-focus.ts";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { useCloseByEscape } from "#components/ui/overlays/use-close-by-escape.ts";
import { keepFocusInside } from "#components/ui/overlays/keep-focus-inside.ts";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";
import { narrowScreen } from "#components/ui/overlays/use-is-narrow.ts";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { useSearchWords } from "#components/ui/forms/use-search-words.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { routes } from "#lib/routes.ts";

const fetchFound = async () => (await import("./found-everywhere.tsx")).FoundEverywhere;
const keepOpen = () => undefined;

/**
 * Finds people, institutions and messages from any page while the member types: in a field, on phones behind a button.
 */
export function HeaderSearch() {
  const t = useTranslations("Search");
  const isNarrow = useMediaQuery(narrowScreen, false);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The page of the people search has its own field. While prerendering, the path begins with the surface.
  const redundant = usePathname().endsWith(routes.findPeople().path) || undefined;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <MantineFrame>
      {!isNarrow && (
        <div className={classes.wide} data-redundant={redundant}>
          <SearchBox />
        </div>
      )}
      <ActionIcon
        ref={button}
        className={classes.button}
        data-redundant={redundant}
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t("label")}
        aria-haspopup="dialog"
        aria-expanded={isOpen && isNarrow}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      {isNarrow && isOpen && <WholeScreen onClose={close} />}
    </MantineFrame>
  );
}

/**
 * A dialog over the page of a phone. The focus enters it in the click that opens it, since phones show no keyboard for a
 * field that is focused later; so it is not Mantine's, which would have to be loaded before.
 */
function WholeScreen({ onClose }: { onClose: () => void }) {
  const t = useTranslations("Search");
  useCloseByEscape(onClose);
  useCloseOnBack(onClose);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its parts
    <div
      role="dialog"
      aria-modal="true"
      aria-label={t("label")}
      tabIndex={-1}
      className={classes.screen}
      onKeyDown={keepFocusInside}
    >
      <SearchBox focused onLeave={onClose} />
      <button type="button" className={classes.cancel} onClick={onClose}>
        {t("close")}
      </button>
    </div>
  );
}

interface SearchBoxProps {
  focused?: boolean;
  onLeave?: () => void;
}

/**
 * The field with the results below it; the arrow keys move through them, Enter in the field opens the people search.
 * Escape closes them from wherever the focus is, and leaves the words.
 */
function SearchBox({ focused = false, onLeave }: SearchBoxProps) {
  const t = useTranslations("Search");
  const goTo = useGoTo();
  const box = useRef<HTMLFormElement>(null);
  const { search, setSearch, q } = useSearchWords();
  const [isShown, setShown] = useState(focused);
  const found = useOnDemand(fetchFound, keepOpen, isShown);
  const leave = () => {
    setShown(false);
    onLeave?.();
  };
  const opened = isShown && q !== "" && found !== null;
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing || !opened) return;
    event.preventDefault(); // the browser would clear the field
    event.stopPropagation();
    box.current?.querySelector("input")?.focus();
    leave();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its parts
    <form
      ref={box}
      role="search"
      className={classes.box}
      onSubmit={(event) => {
        event.preventDefault();
        leave();
        goTo(routes.findPeople({ q: search.trim() }));
      }}
      onFocus={() => setShown(true)}
      onBlur={(event) => {
        if (!onLeave && !event.currentTarget.contains(event.relatedTarget)) setShown(false);
      }}
      onKeyDownCapture={onEscape}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown") setShown(true);
        moveFocus(event, box.current);
      }}
    >
      <SearchField
        label={t("label")}
        value={search}
        focused={focused}
        busy={search.trim() !== q}
        onChange={(words) => {
          setShown(words !== "");
          setSearch(words);
        }}
        onLeave={leave}
      />
      {opened && (
        // Takes the focus where the mouse gives it to no link, as in Safari: the field would lose it and close this.
        <div role="region" aria-label={t("found")} tabIndex={-1} className={classes.found}>
          {createElement(found, { q, onLeave: leave })}
        </div>
      )}
    </form>
  );
}
