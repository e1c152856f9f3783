/** A measured value beside its limit, and whether it keeps it. Its text is what is printed of it. */
export interface Verdict {
  kept: boolean;
  value: number;
  relation: "≤" | "≥";
  limit: number;
  unit: string;
  toString: () => string;
}

export const atMost = (value: number, limit: number, unit = "") =>
  verdict(value <= limit, value, "≤", limit, unit);
export const atLeast = (value: number, limit: number, unit = "") =>
  verdict(value >= limit, value, "≥", limit, unit);

function verdict(
  kept: boolean,
  value: number,
  relation: Verdict["relation"],
  limit: number,
  unit: string,
): Verdict {
  return {
    kept,
    value,
    relation,
    limit,
    unit,
    toString: () => `${kept ? "✓" : "✗"} ${rounded(value)}${unit} (${relation} ${limit}${unit})`,
  };
}

export const rounded = (value: number) =>
  value >= 1000 ? Math.round(value).toLocaleString("en") : Number(value.toPrecision(3)).toString();

export const median = (values: readonly number[]) => {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
};

/** The least value that at least this part of all does not exceed: 0.99 for the 99th percentile. 0 where there is none. */
export const quantile = (values: readonly number[], part: number) => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? 0;
};
