import { type ReactNode, type RefObject, useId } from "react";
import classes from "#components/home/home-block.module.css";
import { Card } from "#components/ui/card.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { formatNumber } from "#lib/i18n/numbers.ts";
import type { Route } from "#lib/routes.ts";

interface HomeBlockProps {
  title: string;
  /** A number beside the title. */
  count?: number;
  /** A line under the title. */
  lead?: ReactNode;
  /** The link to the whole list. */
  more?: { text: string; route: Route } | undefined;
  tone?: "tint";
  /** For a block that takes the focus. */
  ref?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** One block of the member's home page: a title, a link to the whole list, and its newest items. */
export function HomeBlock({ title, count = 0, lead, more, tone, ref, children }: HomeBlockProps) {
  const titleId = useId();
  return (
    <Card
      ref={ref}
      tabIndex={ref && -1}
      as="section"
      flush
      aria-labelledby={titleId}
      className={classes.block}
      data-tone={tone}
    >
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id={titleId} className={classes.title}>
            {title} {count > 0 && <span className={classes.count}>{formatNumber(count)}</span>}
          </h2>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {more && (
          <RouteLink route={more.route} className={classes.more}>
            {more.text}
          </RouteLink>
        )}
      </div>
      {children}
    </Card>
  );
}
