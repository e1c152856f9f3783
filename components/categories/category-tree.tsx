"use client";

import { IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { CategoryIcon } from "#components/categories/category-icon.tsx";
import classes from "#components/categories/category-tree.module.css";
import { moveFor, type TreeMove, typedMatch } from "#components/categories/tree-keyboard.ts";
import { useChoice } from "#components/categories/use-choice.ts";
import { InPlaceLink } from "#components/ui/controls/in-place-link.tsx";
import type { CategoryNode } from "#lib/categories/schema.ts";
import {
  type CategoryPath,
  choiceOf,
  findPath,
  itemsInView,
  keyOf,
  type Properties,
  type TreeItem,
} from "#lib/categories/tree.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { type Route, routes } from "#lib/routes.ts";
import type { Surface } from "#lib/site/surfaces.ts";

interface CategoryTreeProps {
  label: string;
  nodes: readonly CategoryNode[];
  /** Names of the query parameters that carry the ids; must be a constant. */
  properties: Properties;
  /** The surface whose start page shows the institutions of a node. */
  surface: Surface;
  /** Called when a node is chosen by pointer or keyboard. */
  onChoose?: (node: CategoryNode) => void;
}

/**
 * Nested categories. Each node links to `surface` at /{locale} with the node's id in the query, id 0 without one; the
 * active node is the one that the address names (S-CATEGORIES). Works by keyboard as the WAI-ARIA tree view.
 */
export function CategoryTree({ label, nodes, properties, surface, onChoose }: CategoryTreeProps) {
  const active = findPath(nodes, properties, useChoice(properties));
  const activeKey = active && keyOf(active);
  const branches = useOpenBranches(active);
  const items = itemsInView(nodes, branches.opened);
  const [stopKey, setStopKey] = useState<string>();
  const stop = stopIn(items, stopKey, activeKey);
  const tree = useRef<HTMLDivElement>(null);
  const match = useTypeAhead(items);

  const focus = (key: string) =>
    tree.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  const toggle = ({ key, open }: TreeItem) => (open ? branches.close(key) : branches.open([key]));

  const press = (event: KeyboardEvent<HTMLElement>, item: TreeItem) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && !match.isTyping(event)) event.currentTarget.click();
    else {
      const move = moveFor(event.key, items, item) ?? match.moveFor(event, item);
      if (!move) return;
      if (move.kind === "focus") focus(move.key);
      else if (move.kind === "open") branches.open(move.keys);
      else branches.close(move.key);
    }
    event.preventDefault();
  };

  return (
    <div ref={tree} role="tree" aria-label={label} className={classes.tree}>
      {items.map((item) => (
        <CategoryItem
          key={item.key}
          item={item}
          route={
            item.node.id === 0
              ? routes.home()
              : routes.category(surface, choiceOf(item.path, properties))
          }
          active={item.key === activeKey}
          stop={item.key === stop}
          onToggle={() => toggle(item)}
          onChoose={() => {
            if (item.key === activeKey) toggle(item);
            onChoose?.(item.node);
          }}
          onFocus={() => setStopKey(item.key)}
          onKeyDown={(event) => press(event, item)}
        />
      ))}
    </div>
  );
}

/** The key of the item that Tab stops at: the last one focused, else the active one, else the first. */
function stopIn(items: readonly TreeItem[], ...wanted: (string | undefined)[]) {
  return wanted.find((key) => items.some((item) => item.key === key)) ?? items[0]?.key;
}

/** The open branches. Those above the active node open by themselves when the address begins to name it. */
function useOpenBranches(active: CategoryPath | undefined) {
  const activeKey = active && keyOf(active);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<string>();
  if (activeKey !== seen) {
    setSeen(activeKey);
    setOpened(new Set([...opened, ...keysDownTo(active ?? [])]));
  }
  return {
    opened,
    open: (keys: readonly string[]) => setOpened(new Set([...opened, ...keys])),
    close: (key: string) => setOpened(new Set([...opened].filter((other) => other !== key))),
  };
}

const keysDownTo = (path: CategoryPath) => path.map((_, level) => keyOf(path.slice(0, level + 1)));

/** Letters typed within this time of each other make one word. */
const pauseMs = 600;

/** Typing the beginning of a name moves the focus to it. */
function useTypeAhead(items: readonly TreeItem[]) {
  const typed = useRef({ word: "", atMs: Number.NEGATIVE_INFINITY });
  const isTyping = ({ timeStamp }: Pick<KeyboardEvent, "timeStamp">) =>
    typed.current.word !== "" && timeStamp - typed.current.atMs < pauseMs;
  return {
    /** While a word is being typed, a space belongs to it. */
    isTyping,
    moveFor: (event: KeyboardEvent, current: TreeItem): TreeMove | null => {
      if (event.key.length !== 1) return null;
      const word = (isTyping(event) ? typed.current.word : "") + event.key;
      typed.current = { word, atMs: event.timeStamp };
      const found = typedMatch(word, items, current);
      return found ? { kind: "focus", key: found.key } : null;
    },
  };
}

interface CategoryItemProps {
  item: TreeItem;
  route: Route;
  active: boolean;
  /** The one stop of the Tab key in the tree. */
  stop: boolean;
  onToggle: () => void;
  onChoose: () => void;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** A node: a link that is a tree item; only its arrow opens and closes without navigating. */
function CategoryItem({ item, route, active, stop, ...on }: CategoryItemProps) {
  const { node, open, level, position, siblings } = item;
  const branch = node.childrens.length > 0;
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    const onArrow = event.target instanceof Element && event.target.closest("[data-arrow]");
    if (onArrow) {
      event.preventDefault();
      on.onToggle();
    } else on.onChoose();
  };
  return (
    <InPlaceLink
      route={route}
      role="treeitem"
      className={classes.item}
      style={{ "--level": level }}
      tabIndex={stop ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={branch ? open : undefined}
      aria-current={active ? "page" : undefined}
      aria-selected={active || undefined}
      data-key={item.key}
      onClick={press}
      onFocus={on.onFocus}
      onKeyDown={on.onKeyDown}
    >
      {node.source && <CategoryIcon source={node.source} />}
      <span className={classes.name}>{node.name}</span>{" "}
      <span className={classes.total}>{formatNumber(node.total)}</span>
      {branch ? (
        <span className={classes.arrow} data-arrow aria-hidden="true">
          <IconChevronRight size={18} stroke={1.8} />
        </span>
      ) : (
        <span className={classes.arrow} aria-hidden="true" />
      )}
    </InPlaceLink>
  );
}
