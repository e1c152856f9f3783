import type { ReactNode } from "react";
import classes from "#components/ui/controls/linked-text.module.css";
import { useTextLinks } from "#lib/browser/links/use-text-links.ts";

/** A text that a member wrote, with its addresses as links; the rest stays as it is. */
export function LinkedText({ text }: { text: string }) {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const { start, end, href } of useTextLinks(text)) {
    pieces.push(
      text.slice(at, start),
      <TextLink key={start} href={href}>
        {text.slice(start, end)}
      </TextLink>,
    );
    at = end;
  }
  return [...pieces, text.slice(at)];
}

interface TextLinkProps {
  href: string;
  children: string;
}

/** A link that a member wrote: it opens apart, learns nothing of Kampus, and search engines do not count it. */
export function TextLink({ href, children }: TextLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className={classes.link}>
      {children}
    </a>
  );
}
