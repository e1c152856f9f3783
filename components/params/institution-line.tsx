import { MarkedParts } from "#components/ui/people/marked-text.tsx";
import { institutionMarks } from "#lib/params/institution-marks.ts";

export interface InstitutionLineProps {
  name: string;
  /** The second line: its kind and place. */
  detail?: string | undefined;
  line: "name" | "detail";
  q: string;
  /** Then `q` need not be in any of its names. */
  isOfFormerWords?: boolean | undefined;
}

/**
 * A line of an institution that a search has found, with its words marked. Words of a name that is not shown, such as an
 * abbreviation, end the second line, so that the member sees why it was found.
 */
export function InstitutionLine({
  name,
  detail = "",
  line,
  q,
  isOfFormerWords,
}: InstitutionLineProps) {
  const marks = institutionMarks(name, detail, q);
  if (line === "name") return <MarkedParts parts={marks.name} />;
  return (
    <>
      <MarkedParts parts={marks.detail} />
      {marks.unseen !== "" && !isOfFormerWords && (
        <>
          {detail && " · "}
          <MarkedParts parts={[{ text: marks.unseen, marked: true }]} />
        </>
      )}
    </>
  );
}
