"use client";

import { IconChevronLeft, IconChevronRight, type TablerIcon } from "@tabler/icons-react";
import { type ReactNode, useCallback } from "react";
import classes from "#components/layout/section-frame.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useFetchedAhead } from "#lib/browser/use-fetched-ahead.ts";
import { useRouter } from "#lib/i18n/navigation.ts";
import type { Route } from "#lib/routes.ts";

/** The width from which the list stands beside the section; below it one of them is shown at a time. */
export const besideFrom = "62.01em";

interface Section {
  name: string;
  /** A short description of the section. */
  hint: string;
  route: Route;
  Icon: TablerIcon;
  current: boolean;
}

interface SectionFrameProps {
  title: string;
  /** The page with the list of sections. */
  route: Route;
  /** The accessible name of the list. */
  label: string;
  sections: readonly Section[];
  children: ReactNode;
}

/**
 * Pages of the surface that belong together, with their list. Without a current section the page is the list itself.
 */
export function SectionFrame({ title, route, label, sections, children }: SectionFrameProps) {
  const current = sections.find((section) => section.current);
  useSectionsAhead([route, ...sections.map((section) => section.route)]);
  return (
    <div className={classes.root} data-page={current ? "section" : "list"}>
      <div className={classes.side}>
        {!current && <h1 className={classes.title}>{title}</h1>}
        <SectionList label={label} sections={sections} />
      </div>
      <div className={classes.content}>
        {current && (
          <>
            <RouteLink route={route} className={classes.back}>
              <IconChevronLeft size={20} stroke={1.8} aria-hidden="true" />
              {title}
            </RouteLink>
            <h1 className={classes.title}>{current.name}</h1>
          </>
        )}
        {children}
      </div>
    </div>
  );
}

/** Prefetches the sections, so that switching between them needs no network. */
function useSectionsAhead(pages: readonly Route[]): void {
  const { prefetch } = useRouter();
  const paths = pages.map(({ path }) => path).join(" ");
  const fetchPages = useCallback(() => {
    for (const path of paths.split(" ")) prefetch(path);
  }, [prefetch, paths]);
  useFetchedAhead(fetchPages);
}

function SectionList({ label, sections }: Pick<SectionFrameProps, "label" | "sections">) {
  return (
    <nav aria-label={label} className={classes.list}>
      {sections.map(({ name, hint, route, Icon, current }) => (
        <RouteLink
          key={name}
          route={route}
          className={classes.section}
          aria-current={current ? "page" : undefined}
        >
          <span className={classes.icon}>
            <Icon size={20} stroke={1.6} aria-hidden="true" />
          </span>
          <span className={classes.text}>
            <span className={classes.name}>{name}</span>
            <span className={classes.hint}>{hint}</span>
          </span>
          <IconChevronRight size={18} stroke={1.8} aria-hidden="true" className={classes.arrow} />
        </RouteLink>
      ))}
    </nav>
  );
}
