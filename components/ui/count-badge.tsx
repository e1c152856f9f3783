import classes from "#components/ui/count-badge.module.css";

const shownMax = 99;

/** An amber count; nothing when there is nothing to count. `label` says what is counted. */
export function CountBadge({ count, label }: { count: number; label?: string }) {
  if (count <= 0) return null;
  return (
    <span className={classes.root}>
      <span aria-hidden={label ? "true" : undefined}>
        {count > shownMax ? `${shownMax}+` : count}
      </span>
      {label && <span className={classes.label}>{label}</span>}
    </span>
  );
}
