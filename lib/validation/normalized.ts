/** Where the Stream-Safe Text Format of Unicode divides a run of combining marks (UAX #15, D4). */
const afterThirtyMarks = /\p{M}{30}(?=\p{M})/gu;
const graphemeJoiner = "\u034F";

/**
 * Normalises in a time that grows with the length alone. `String.normalize` by itself sorts each run of combining marks
 * in quadratic time, so that one request of 256 KB would stop the process for a minute.
 */
export const normalized = (text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string =>
  // eslint-disable-next-line no-restricted-syntax -- the one place, after the runs are divided
  text.replace(afterThirtyMarks, `$&${graphemeJoiner}`).normalize(form);
