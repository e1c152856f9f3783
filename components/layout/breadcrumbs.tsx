"use client";

import { IconChevronRight, IconDots, IconHome } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Fragment, useEffect, useRef, useState } from "react";
import classes from "#components/layout/breadcrumbs.module.css";
import { InPlaceLink } from "#components/ui/controls/in-place-link.tsx";
import { type Route, routes } from "#lib/routes.ts";

export interface Breadcrumb {
  title: string;
  link: Route;
  isCurrentPage?: boolean;
  /** Whether this is the root site. */
  isMain?: boolean;
}

/** The path from the root site down to the page (S-BREADCRUMBS). On a narrow screen the middle is folded. */
export function Breadcrumbs({ items }: { items: readonly Breadcrumb[] }) {
  const t = useTranslations("Layout");
  const [whole, setWhole] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (whole) list.current?.querySelector<HTMLElement>("[data-between] a")?.focus();
  }, [whole]);
  return (
    <nav aria-label={t("breadcrumbs")} className={classes.root}>
      <ol ref={list} className={classes.list} data-whole={whole || undefined}>
        {items.map((item, index) => (
          <Fragment key={`${index} ${item.title}`}>
            {index === 1 && items.length > 2 && !whole && <Fold onUnfold={() => setWhole(true)} />}
            <li
              className={classes.item}
              data-between={(index > 0 && index < items.length - 1) || undefined}
            >
              {index > 0 && <Separator />}
              <Crumb {...item} />
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}

/** The button in place of the folded middle. */
function Fold({ onUnfold }: { onUnfold: () => void }) {
  const t = useTranslations("Layout");
  return (
    <li className={classes.fold}>
      <Separator />
      <button
        type="button"
        className={classes.more}
        aria-label={t("moreBreadcrumbs")}
        onClick={onUnfold}
      >
        <IconDots size={18} stroke={1.8} aria-hidden="true" />
      </button>
    </li>
  );
}

function Crumb({ title, link, isCurrentPage = false, isMain = false }: Breadcrumb) {
  const name = (
    <span className={classes.name} title={title}>
      {title}
    </span>
  );
  if (isCurrentPage)
    return (
      <span className={classes.current} aria-current="page">
        {name}
      </span>
    );
  return (
    <InPlaceLink route={isMain ? routes.home() : link} className={classes.link}>
      {isMain && <IconHome size={18} stroke={1.6} aria-hidden="true" className={classes.home} />}
      {name}
    </InPlaceLink>
  );
}

function Separator() {
  return (
    <IconChevronRight size={14} stroke={1.8} aria-hidden="true" className={classes.separator} />
  );
}
