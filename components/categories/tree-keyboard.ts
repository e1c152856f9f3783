/** The keys of a tree, by the WAI-ARIA Authoring Practices. */
import type { TreeItem } from "#lib/categories/tree.ts";

export type TreeMove =
  | { kind: "focus"; key: string }
  | { kind: "open"; keys: string[] }
  | { kind: "close"; key: string };

/** Null: the key does nothing here. `current` has the focus. */
export function moveFor(
  pressed: string,
  items: readonly TreeItem[],
  current: TreeItem,
): TreeMove | null {
  const index = items.indexOf(current);
  switch (pressed) {
    case "ArrowDown":
      return focusOn(items[index + 1]);
    case "ArrowUp":
      return focusOn(items[index - 1]);
    case "Home":
      return focusOn(items[0]);
    case "End":
      return focusOn(items.at(-1));
    case "ArrowRight":
      if (current.open) return focusOn(items[index + 1]);
      return isBranch(current) ? { kind: "open", keys: [current.key] } : null;
    case "ArrowLeft":
      if (current.open) return { kind: "close", key: current.key };
      return focusOn(parentOf(current, items));
    case "*":
      return { kind: "open", keys: siblingsOf(current, items).filter(isBranch).map(keyOfItem) };
    default:
      return null;
  }
}

/** The next item whose name begins with the typed word, the current one last. */
export function typedMatch(
  typed: string,
  items: readonly TreeItem[],
  current: TreeItem,
): TreeItem | undefined {
  const index = items.indexOf(current);
  const wanted = typed.toLocaleLowerCase();
  // While a word is being typed, the current item may still match it.
  const from = typed.length > 1 ? index : index + 1;
  return [...items.slice(from), ...items.slice(0, from)].find(({ node }) =>
    node.name.toLocaleLowerCase().startsWith(wanted),
  );
}

const focusOn = (item: TreeItem | undefined): TreeMove | null =>
  item ? { kind: "focus", key: item.key } : null;

const keyOfItem = ({ key }: TreeItem) => key;

const isBranch = ({ node }: TreeItem) => node.childrens.length > 0;

const keyAbove = ({ key }: TreeItem) => key.slice(0, Math.max(key.lastIndexOf("/"), 0));

const parentOf = (item: TreeItem, items: readonly TreeItem[]) =>
  items.find(({ key }) => key === keyAbove(item));

const siblingsOf = (item: TreeItem, items: readonly TreeItem[]) =>
  items.filter((other) => keyAbove(other) === keyAbove(item));
