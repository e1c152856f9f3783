const small = new Set(["и", "им", "имени", "of", "the", "and", "nomidagi", "va", "номидаги", "ва"]);

/** The text on the sign of an institution: its number, else an abbreviation in its name, else the first letters. */
export function signTextOf(name: string): string {
  const number = /(?:№|No\.?|\b)\s*(\d{1,4})\b/u.exec(name)?.[1];
  if (number !== undefined) return number;
  const abbreviation = /(?<![\p{L}])(\p{Lu}{2,4})(?![\p{L}])/u.exec(name)?.[1];
  if (abbreviation !== undefined) return abbreviation;
  const words =
    name.match(/[\p{L}ʻʼ’']+/gu)?.filter((word) => !small.has(word.toLowerCase())) ?? [];
  return words
    .slice(0, 3)
    .map((word) => Array.from(word)[0] ?? "")
    .join("")
    .toLocaleUpperCase();
}
