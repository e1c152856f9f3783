/** Finds nodes of the category tree: which one an address names, and which are visible (S-CATEGORIES). */
import type { CategoryNode } from "#lib/categories/schema.ts";

/** The nodes from the top of the tree down to one of them. */
export type CategoryPath = readonly CategoryNode[];

/** Names of the query parameters: one for each level from the top; the last one also names all deeper levels. */
export type Properties = readonly [string, ...string[]];

/** The query that names a node, e.g. { establishment: "3", region: "14" }. */
export type CategoryChoice = Readonly<Record<string, string>>;

/** A visible node. Levels and positions count from 1. */
export interface TreeItem {
  /** Unique in the tree, unlike the id: the same region stands under many kinds of institution. */
  key: string;
  path: CategoryPath;
  node: CategoryNode;
  level: number;
  position: number;
  siblings: number;
  open: boolean;
}

export const keyOf = (path: CategoryPath) => path.map((node) => node.id).join("/");

/** The node with id 0 stands for all, so it chooses nothing. */
export function choiceOf(path: CategoryPath, properties: Properties): CategoryChoice {
  const named = path.map((node, level) => [properties[level] ?? properties.at(-1), node.id]);
  return Object.fromEntries(
    named.filter(([, id]) => id !== 0).map(([name, id]) => [name, String(id)]),
  ) as CategoryChoice; // entries of text pairs
}

/** The path that a query names; undefined when the tree has no such node. */
export function findPath(
  nodes: readonly CategoryNode[],
  properties: Properties,
  choice: CategoryChoice,
  above: CategoryPath = [],
): CategoryPath | undefined {
  for (const node of nodes) {
    const path = [...above, node];
    if (isSameChoice(choiceOf(path, properties), choice)) return path;
    const found = findPath(node.childrens, properties, choice, path);
    if (found) return found;
  }
  return undefined;
}

/** The nodes whose parents are all open, from the top down. */
export function itemsInView(
  nodes: readonly CategoryNode[],
  opened: ReadonlySet<string>,
  above: CategoryPath = [],
): TreeItem[] {
  return nodes.flatMap((node, index) => {
    const path = [...above, node];
    const key = keyOf(path);
    const open = node.childrens.length > 0 && opened.has(key);
    const place = { level: path.length, position: index + 1, siblings: nodes.length };
    const item: TreeItem = { key, path, node, ...place, open };
    return open ? [item, ...itemsInView(node.childrens, opened, path)] : [item];
  });
}

function isSameChoice(one: CategoryChoice, other: CategoryChoice): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}

const squares = ["M4 4h6v6H4z", "M14 4h6v6h-6z", "M4 14h6v6H4z", "M14 14h6v6h-6z"].join("");
const source = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"><path d="${squares}"/></svg>`;

/** The categories below a node with id 0, which stands for all of them. */
export function allAnd(nodes: readonly CategoryNode[], name: string): CategoryNode[] {
  return [{ id: 0, name, total: totalOf(nodes), source, childrens: [] }, ...nodes];
}

export function totalOf(nodes: readonly CategoryNode[]): number {
  return nodes.reduce((sum, { total }) => sum + total, 0);
}
