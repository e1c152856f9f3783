/** Stands in for the layout of a history, since jsdom does none: lines are stacked in a box of a phone's height. */
import { act } from "@testing-library/react";
import { afterEach, vi } from "vitest";

export const boxPx = 600;
export const rowPx = 60;

/** Lays out the histories of a test; `heightOf` gives the height of a line by its text, in px. */
export function layOutHistory(heightOf: (text: string) => number = () => rowPx): void {
  const isBox = (element: Element) => element.matches("section[tabindex]");
  const listOf = (box: Element) => box.querySelector("ol");
  const pxOf = (row: Element) => heightOf(row.textContent);
  const padding = (list: HTMLElement | null) =>
    Number.parseFloat(list?.style.paddingTop ?? "") || 0;
  const contentPx = (box: Element) => {
    const list = listOf(box);
    const below = Number.parseFloat(list?.style.paddingBottom ?? "") || 0;
    return [...(list?.children ?? [])].reduce((px, row) => px + pxOf(row), padding(list) + below);
  };
  const tops = new WeakMap<Element, number>();
  const define = (name: string, get: (element: HTMLElement) => number) =>
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get(this: HTMLElement) {
        return get(this);
      },
      set(this: HTMLElement, px: number) {
        tops.set(this, Math.max(0, Math.min(px, contentPx(this) - boxPx)));
      },
    });
  define("scrollTop", (element) => tops.get(element) ?? 0);
  define("scrollHeight", (element) => (isBox(element) ? contentPx(element) : 0));
  define("clientHeight", (element) => (isBox(element) ? boxPx : 0));
  const rectOf = (element: HTMLElement) => {
    const box = element.closest("section[tabindex]");
    if (!box || box === element) return new DOMRect(0, 0, 390, box ? boxPx : 0);
    const list = listOf(box);
    if (!list?.contains(element)) return new DOMRect();
    if (list === element) return new DOMRect(0, -box.scrollTop, 390, contentPx(box));
    const rows = [...list.children];
    const index = rows.findIndex((row) => row.contains(element));
    const above = rows.slice(0, index).reduce((px, row) => px + pxOf(row), padding(list));
    return new DOMRect(0, above - box.scrollTop, 390, rows[index] ? pxOf(rows[index]) : 0);
  };
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (
    this: HTMLElement,
  ) {
    return rectOf(this);
  });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(function (
    this: HTMLElement,
  ) {
    return rectOf(this).height;
  });
}

afterEach(() => {
  for (const name of ["scrollTop", "scrollHeight", "clientHeight"])
    Reflect.deleteProperty(HTMLElement.prototype, name);
});

/** Scrolls as the reader does. */
export const scroll = (box: HTMLElement, px: number) =>
  act(() => {
    box.scrollTop += px;
    box.dispatchEvent(new Event("scroll"));
  });

/** Seqs of the messages whose end is in the box. */
export const endingInView = (box: HTMLElement) =>
  [...box.querySelectorAll<HTMLElement>("[data-seq]")].flatMap((row) => {
    const { bottom } = row.getBoundingClientRect();
    return bottom > 0 && bottom <= boxPx ? Number(row.dataset.seq) : [];
  });
