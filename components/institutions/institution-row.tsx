import { IconBuilding } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "#components/institutions/institution-results.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import type { Institution } from "#lib/institutions/schema.ts";
import { routes } from "#lib/routes.ts";

interface InstitutionRowProps {
  institution: Institution;
  /** The picture of its kind. */
  icon?: ReactNode;
}

/** The whole row leads to those who studied there. */
export function InstitutionRow({ institution, icon }: InstitutionRowProps) {
  const { id, name, establishment, region } = institution;
  return (
    <li className={classes.row}>
      <span className={classes.icon} aria-hidden="true">
        {icon ?? <IconBuilding size={22} stroke={1.6} />}
      </span>
      <div className={classes.text}>
        <h3 className={classes.name}>
          <RouteLink route={routes.institution(id)} className={classes.link}>
            {name}
          </RouteLink>
        </h3>
        <p className={classes.detail}>
          {establishment.name} · {region.name}
        </p>
      </div>
    </li>
  );
}
