import classes from "#components/ui/people/marked-text.module.css";
import { nameParts } from "#lib/members/name-marks.ts";

/** A text in which the searched letters are marked. */
export function MarkedText({ text: whole, q }: { text: string; q: string }) {
  return nameParts(whole, q).map(({ text, marked }, index) =>
    marked ? (
      <mark key={index} className={classes.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
