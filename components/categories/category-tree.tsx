"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { CategoryItem } from "#components/categories/category-item.tsx";
import classes from "#components/categories/category-tree.module.css";
import { moveFor } from "#components/categories/tree-keyboard.ts";
import { useChoice } from "#components/categories/use-choice.ts";
import { useOpenBranches } from "#components/categories/use-open-branches.ts";
import { useTypeAhead } from "#components/categories/use-type-ahead.ts";
import type { CategoryNode } from "#lib/categories/schema.ts";
import {
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
  /** Whose start page shows what a node holds. */
  surface: Surface;
  /** A node was chosen, by whatever means. */
  onChoose?: (node: CategoryNode) => void;
}

/**
 * Nested categories that lead to `surface` at /{locale} with the node's id in the query, id 0 to the
 * root; what is active is what the address names (specification §2, category tree).
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
