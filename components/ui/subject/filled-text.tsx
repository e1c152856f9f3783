"use client";

import { useLocale } from "next-intl";
import { usePathname } from "#lib/i18n/navigation.ts";

interface FilledTextProps {
  as: "h1" | "p";
  /** The name under which the server fills in the text (server/pages/share-tags.ts). */
  name: string;
  className: string | undefined;
}

/**
 * A text about the subject of the page, written by the server into the prerendered page: it stands there from the first
 * paint until the page has loaded its subject. Empty, and silent, where the server wrote none.
 */
export function FilledText({ as: Tag, name, className }: FilledTextProps) {
  const page = `${useLocale()} ${usePathname()}`;
  const text = textsOf(page).get(name) ?? "";
  return (
    <Tag className={className} aria-hidden={text === "" || undefined} data-filled={name}>
      {text}
    </Tag>
  );
}

type Texts = ReadonlyMap<string, string>;
const none: Texts = new Map();
let written: { page: string; texts: Texts } | undefined;

/** The texts of the page that the browser has loaded, read once, before React renders anything into it. */
function textsOf(page: string): Texts {
  if (typeof document === "undefined") return none;
  written ??= { page, texts: readTexts() };
  return written.page === page ? written.texts : none;
}

const readTexts = (): Texts =>
  new Map(
    [...document.querySelectorAll<HTMLElement>("[data-filled]")].map((element) => [
      element.dataset.filled ?? "",
      element.textContent,
    ]),
  );
