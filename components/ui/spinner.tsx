import classes from "#components/ui/spinner.module.css";

/** Shows that something is under way; what it is has to be said elsewhere. */
export function Spinner({ size }: { size: number }) {
  return <span aria-hidden="true" className={classes.root} style={{ width: size, height: size }} />;
}
