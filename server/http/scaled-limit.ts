/** A limit that RATE_LIMIT_SCALE multiplies (docs/security.md, Overload), and at least one. */
export const scaledLimit = (limit: number, scale: number): number =>
  Math.max(1, Math.floor(limit * scale));
