import { RouteLink } from "#components/ui/controls/route-link.tsx";
import classes from "#components/ui/section-head.module.css";
import type { Route } from "#lib/routes.ts";

interface SectionHeadProps {
  /** The id of the heading, which labels the section. */
  id: string;
  title: string;
  /** The space below the heading, in pixels. */
  marginBottom: number;
  /** The page with the whole list, if the section shows a part. */
  all?: { route: Route; label: string } | null | undefined;
}

/** The title of a section on a profile, with a link to the whole list. */
export function SectionHead({ id, title, marginBottom, all }: SectionHeadProps) {
  return (
    <div className={classes.head} style={{ marginBottom }}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {all && (
        <AllLink route={all.route} marginBlock={-8}>
          {all.label}
        </AllLink>
      )}
    </div>
  );
}

interface AllLinkProps {
  route: Route;
  /** A negative margin in pixels, because the link is large enough to press and must not move the title. */
  marginBlock: number;
  children: string;
}

/** A link beside the title of a section, to the page with the whole list. */
export function AllLink({ marginBlock, ...link }: AllLinkProps) {
  return <RouteLink {...link} className={classes.all} style={{ marginBlock }} />;
}
