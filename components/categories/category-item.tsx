"use client";

import { IconChevronRight } from "@tabler/icons-react";
import type { KeyboardEvent, MouseEvent } from "react";
import { CategoryIcon } from "#components/categories/category-icon.tsx";
import classes from "#components/categories/category-tree.module.css";
import { InPlaceLink } from "#components/ui/controls/in-place-link.tsx";
import { formatNumber } from "#lib/i18n/format.ts";
import type { TreeItem } from "#lib/categories/tree.ts";
import type { Route } from "#lib/routes.ts";

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

/** A node: a link that is a tree item; only its arrow opens and closes without leading anywhere. */
export function CategoryItem({ item, route, active, stop, ...on }: CategoryItemProps) {
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
