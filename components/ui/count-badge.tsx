import classes from "#components/ui/count-badge.module.css";

const shownMax = 99;

interface CountBadgeProps {
  count: number;
  /** Says what is counted. */
  label?: string;
  /** Grey: it is counted, and calls nobody. */
  muted?: boolean;
}

/** An amber count; nothing when there is nothing to count. */
export function CountBadge({ count, label, muted = false }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={classes.root} data-muted={muted}>
      <span aria-hidden={label ? "true" : undefined}>
        {count > shownMax ? `${shownMax}+` : count}
      </span>
      {label && <span className={classes.label}>{label}</span>}
    </span>
  );
}
