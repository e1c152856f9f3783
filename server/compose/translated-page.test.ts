// @vitest-environment jsdom
/** React in a page whose texts the browser has put into elements of its own, as Chrome does. */
import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { beforeEach, expect, it } from "vitest";
import { goOnTranslated } from "#server/compose/translated-page.ts";

beforeEach(() => {
  const script = document.createElement("script");
  script.textContent = goOnTranslated;
  document.head.append(script);
});

/** Whether the translation moves the texts of the page, or puts others in their place. */
type Way = "moves" | "replaces";

// eslint-disable-next-line @typescript-eslint/no-deprecated -- what Chrome makes
const fontElement = () => document.createElement("font");

function translate(place: Element, way: Way) {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const [outer, inner] = [fontElement(), fontElement()];
    outer.append(inner);
    text.parentNode?.replaceChild(outer, text);
    inner.append(way === "moves" ? text : `[${text.nodeValue}]`);
  }
}

it.each<[string, Way, (string | null)[], (string | null)[], string]>([
  ["goes", "moves", ["a", "b"], ["a", null], "a"],
  ["goes", "replaces", ["a", "b"], ["a", null], "[a][b]"],
  ["comes between others", "moves", ["a", null, "c"], ["a", "b", "c"], "abc"],
  ["comes between others", "replaces", ["a", null, "c"], ["a", "b", "c"], "[a][c]b"],
])(
  "a page goes on when one of its texts %s, where the translation %s them",
  (_what, way, before, after, shown) => {
    const place = document.body.appendChild(document.createElement("div"));
    const root = createRoot(place);
    const render = (texts: (string | null)[]) =>
      flushSync(() => root.render(createElement("p", null, ...texts)));
    render(before);
    translate(place, way);
    render(after);
    expect(place.textContent).toBe(shown);
  },
);
