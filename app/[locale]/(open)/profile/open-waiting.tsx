import classes from "./open-waiting.module.css";
import { RowsSkeleton } from "#components/ui/list-states.tsx";
import { SubjectHeadSkeleton } from "#components/ui/subject/subject-head-skeleton.tsx";

/** The page of an institution or a class until it is known who reads it: its name is there already. */
export function OpenWaiting() {
  return (
    <div className={classes.page}>
      <div>
        <span className={classes.backRoom} />
        <SubjectHeadSkeleton />
      </div>
      <RowsSkeleton rows={6} />
    </div>
  );
}
