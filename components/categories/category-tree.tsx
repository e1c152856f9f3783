"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { CategoryItem } from "#components/categories/category-item.tsx";
import classes from "#components/categories/category-tree.module.css";
import { moveFor, type TreeMove, typedMatch } from "#components/categories/tree-keyboard.ts";
import { useChoice } from "#components/categories/use-choice.ts";
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
import { routes } from "#lib/routes.ts";
import type { Surface } from "#lib/site/surfaces.ts";

interface CategoryTreeProps {
  label: string;
  nodes: readonly CategoryNode[];
  /** Query parameters that carry the ids; a constant. */
  properties: Properties;
  /** The surface whose start page shows the institutions of a node. */
  surface: Surface;
  /** Called when a node is chosen by pointer or keyboard. */
  onChoose?: (node: CategoryNode) => void;
}

/**
 * Nested categories that lead to `surface` at /{locale} with the node's id in the query, id 0 to the
 * root; what is active is what the address names (S-CATEGORIES).
 * Works by keyboard as the WAI-ARIA tree view.
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

/** The open branches. Those down to the active node open by themselves when the address begins to name it. */
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
