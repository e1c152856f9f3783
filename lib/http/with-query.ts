export type Query = Record<string, string | number | null | undefined>;

/** The path with a query of the values that are not empty. */
export function withQuery(path: string, values: Query): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  // `URLSearchParams.size` needs Safari 17 or Chrome 113.
  const written = query.toString();
  return written === "" ? path : `${path}?${written}`;
}
