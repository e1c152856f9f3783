import classes from "#components/ui/people/marked-text.module.css";
import { type NamePart, nameParts } from "#lib/members/name-marks.ts";

/** A text in which the searched letters are marked. */
export const MarkedText = ({ text, q }: { text: string; q: string }) => (
  <MarkedParts parts={nameParts(text, q)} />
);

export const MarkedParts = ({ parts }: { parts: readonly NamePart[] }) =>
  parts.map(({ text, marked }, index) =>
    marked ? (
      <mark key={index} className={classes.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
