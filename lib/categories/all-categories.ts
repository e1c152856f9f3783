import type { CategoryNode } from "#lib/categories/schema.ts";

const squares = ["M4 4h6v6H4z", "M14 4h6v6h-6z", "M4 14h6v6H4z", "M14 14h6v6h-6z"].join("");
const source = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"><path d="${squares}"/></svg>`;

/** The categories below a node with id 0, which stands for all of them. */
export function allAnd(nodes: readonly CategoryNode[], name: string): CategoryNode[] {
  return [{ id: 0, name, total: totalOf(nodes), source, childrens: [] }, ...nodes];
}

export function totalOf(nodes: readonly CategoryNode[]): number {
  return nodes.reduce((sum, { total }) => sum + total, 0);
}
