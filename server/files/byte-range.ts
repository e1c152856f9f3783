interface ByteRange {
  /** Both ends are inclusive. */
  start: number;
  end: number;
}

/**
 * Parses a Range header for `bytes` (RFC 9110 §14). Null: send everything, also when several ranges or another unit are
 * requested; "unsatisfiable": outside of the file.
 */
export function byteRangeOf(
  header: string | undefined,
  bytes: number,
): ByteRange | "unsatisfiable" | null {
  if (!header || !/^bytes=[^,]*$/i.test(header)) return null;
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? [];
  if (first === "" && last === "") return "unsatisfiable";
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start <= end ? { start, end } : "unsatisfiable";
}
