import classes from "#components/ui/count-badge.module.css";

const shownMax = 99;

interface CountBadgeProps {
  count: number;
  /** Names what is counted, for screen readers. */
  label?: string;
  /** Grey, for a count that does not call for attention. */
  muted?: boolean;
}

/** An amber count; nothing for zero. */
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
