import classes from "#components/ui/spinner.module.css";

/** Shows that work is under way; a text elsewhere must say which. */
export function Spinner({ size }: { size: number }) {
  return <span aria-hidden="true" className={classes.root} style={{ width: size, height: size }} />;
}
