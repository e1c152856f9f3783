/** What is printed beside a measured value: whether it keeps what was promised. */
export const atMost = (value: number, limit: number, unit = "") =>
  verdict(value <= limit, value, "≤", limit, unit);
export const atLeast = (value: number, limit: number, unit = "") =>
  verdict(value >= limit, value, "≥", limit, unit);

function verdict(kept: boolean, value: number, relation: string, limit: number, unit: string) {
  return `${kept ? "✓" : "✗"} ${rounded(value)}${unit} (${relation} ${limit}${unit})`;
}

export const rounded = (value: number) =>
  value >= 1000 ? Math.round(value).toLocaleString("en") : Number(value.toPrecision(3)).toString();

export const median = (values: readonly number[]) => {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
};
