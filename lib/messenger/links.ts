/** The addresses in a text that somebody else wrote. What a link shows is where it leads. */
import { find } from "linkifyjs";

export interface FoundLink {
  start: number;
  end: number;
  href: string;
}

/** A browser follows these; whatever else looks like an address stays text. */
const schemes = ["http:", "https:", "mailto:"];

/** In their order: http and https, domains without either, e-mail addresses. */
export function linksIn(text: string): FoundLink[] {
  if (!/[.@:]/u.test(text)) return [];
  return find(text, { defaultProtocol: "https" }).flatMap(({ isLink, href, start, end }) =>
    isLink && isSafe(href) ? [{ start, end, href }] : [],
  );
}

function isSafe(href: string): boolean {
  return URL.canParse(href) && schemes.includes(new URL(href).protocol);
}
