import { find } from "linkifyjs";

export interface FoundLink {
  start: number;
  end: number;
  href: string;
}

/** Schemes that a browser may follow; anything else that looks like an address stays text. */
const schemes = ["http:", "https:", "mailto:"];

/**
 * The addresses in a text that another member wrote, in their order: http and https, domains without either, e-mail
 * addresses. The visible text of a link is its target.
 */
export function linksIn(text: string): FoundLink[] {
  return find(text, { defaultProtocol: "https" }).flatMap(({ isLink, href, start, end }) =>
    isLink && isSafe(href) ? [{ start, end, href }] : [],
  );
}

function isSafe(href: string): boolean {
  return URL.canParse(href) && schemes.includes(new URL(href).protocol);
}
