import { find } from "linkifyjs";

export interface FoundLink {
  start: number;
  end: number;
  href: string;
}

/** Schemes that a browser may follow; anything else that looks like an address stays text. */
const schemes = ["http:", "https:", "mailto:"];

/**
 * What the library takes for a part of an address, though it ends one: quotation marks, an ellipsis, characters that
 * nobody sees, and a dash, except one within a title of Wikipedia ("Бойля_—_Мариотта", "Bose–Einstein"). Browsers copy
 * an address that has one of them percent-encoded. A joiner within an emoji stays.
 */
const ending =
  /(?!\u200d\p{Extended_Pictographic})[\p{Pi}\p{Pf}„‚…\p{Cc}\p{Cf}]|(?<!_)—|—(?!_)|[‒–―](?![\p{L}\p{N}_])/gu;

/**
 * The addresses in a text that another member wrote, in their order: http and https, domains without either, e-mail
 * addresses. The visible text of a link is its target.
 */
export function linksIn(text: string): FoundLink[] {
  const separated = text.replace(ending, ({ length }) => " ".repeat(length));
  return find(separated, { defaultProtocol: "https" }).flatMap(({ isLink, href, start, end }) =>
    isLink && isSafe(href) ? [{ start, end, href }] : [],
  );
}

function isSafe(href: string): boolean {
  return URL.canParse(href) && schemes.includes(new URL(href).protocol);
}
