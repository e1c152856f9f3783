import classes from "#components/people/marked-name.module.css";
import { nameParts } from "#lib/people/name-marks.ts";

/** A full name, the letters that were typed standing out. */
export function MarkedName({ fullname, q }: { fullname: string; q: string }) {
  return nameParts(fullname, q).map(({ text, marked }, index) =>
    marked ? (
      <mark key={index} className={classes.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
