import type { ReactNode } from "react";
import { PersonAvatar, type PicturedPerson } from "#components/ui/people/person-avatar.tsx";
import classes from "#components/ui/people/person-row.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { routes } from "#lib/routes.ts";

interface PersonRowProps {
  person: PicturedPerson;
  /** The full name with marked letters. */
  name?: ReactNode;
  /** A line under the name. */
  detail: ReactNode;
  /** Buttons beside the name. */
  children?: ReactNode;
}

/** A person in a list; the whole row links to their page. Must be inside `PersonRows`. */
export function PersonRow({ person, name, detail, children }: PersonRowProps) {
  return (
    <li className={classes.row}>
      <PersonAvatar person={person} size={48} />
      <div className={classes.text}>
        <RouteLink
          route={routes.member(person.id)}
          className={classes.name}
          title={person.fullname}
        >
          {name ?? person.fullname}
        </RouteLink>
        <div className={classes.detail}>{detail}</div>
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </li>
  );
}

interface PersonRowsProps {
  label: string;
  /** Newer rows are loading. */
  busy?: boolean;
  children: ReactNode;
}

export function PersonRows({ label, busy = false, children }: PersonRowsProps) {
  return (
    <ul className={classes.rows} aria-label={label} aria-busy={busy}>
      {children}
    </ul>
  );
}
