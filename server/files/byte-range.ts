export interface ByteRange {
  /** Both ends are inclusive. */
  start: number;
  end: number;
}

/**
 * What a Range header asks of `bytes` (RFC 9110 §14). Null: all of it, as when several parts are asked for, or another
 * unit; "unsatisfiable": nothing that there is.
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
