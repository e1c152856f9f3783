import { RouteLink } from "#components/ui/controls/route-link.tsx";
import classes from "#components/ui/section-head.module.css";
import type { Route } from "#lib/routes.ts";

interface SectionHeadProps {
  /** By which the section is labelled. */
  id: string;
  title: string;
  /** Above what follows, in pixels. */
  marginBottom: number;
  /** Where all of it is, if the section shows a part. */
  all?: { route: Route; label: string } | null | undefined;
}

/** The title of a section on a profile, and the way to all that it shows a part of. */
export function SectionHead({ id, title, marginBottom, all }: SectionHeadProps) {
  return (
    <div className={classes.head} style={{ marginBottom }}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {all && (
        <RouteLink route={all.route} className={classes.all}>
          {all.label}
        </RouteLink>
      )}
    </div>
  );
}
