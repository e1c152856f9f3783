import { IconBuilding } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "#components/institutions/institution-list.module.css";
import type { Institution } from "#lib/institutions/schema.ts";

interface InstitutionRowProps {
  institution: Institution;
  /** The picture of its kind. */
  icon?: ReactNode;
}

export function InstitutionRow({ institution, icon }: InstitutionRowProps) {
  const { name, establishment, region } = institution;
  return (
    <li className={classes.row}>
      <span className={classes.icon} aria-hidden="true">
        {icon ?? <IconBuilding size={22} stroke={1.6} />}
      </span>
      <div className={classes.text}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.detail}>
          {establishment.name} · {region.name}
        </p>
      </div>
    </li>
  );
}
